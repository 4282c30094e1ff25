/** The repository of the walk-through: an imaginary kitchen timer, as gettext files and as nested JSON. */
export const demoFiles: Readonly<Record<string, string>> = {
  'README.md': 'Strings of a kitchen timer, for the walk-through of Dragoman.\n',

  'po/timer.pot': `# Strings of the kitchen timer.
msgid ""
msgstr ""
"Project-Id-Version: timer 1.0\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#. Button
#: timer.c:12
msgid "Start"
msgstr ""

#. Button
#: timer.c:13
msgid "Stop"
msgstr ""

#: timer.c:27
#, c-format
msgid "%d minute left"
msgid_plural "%d minutes left"
msgstr[0] ""
msgstr[1] ""

#. Shown when the time is up
#: timer.c:31
msgid "The tea is ready!"
msgstr ""

#: timer.c:40
msgctxt "strength of tea"
msgid "Strong"
msgstr ""

#: timer.c:41
msgctxt "strength of tea"
msgid "Weak"
msgstr ""
`,

  'po/cs.po': `# Czech strings of the kitchen timer.
msgid ""
msgstr ""
"Project-Id-Version: timer 1.0\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#. Button
#: timer.c:12
msgid "Start"
msgstr "Spustit"

#. Button
#: timer.c:13
msgid "Stop"
msgstr "Zastavit"

#: timer.c:27
#, c-format
msgid "%d minute left"
msgid_plural "%d minutes left"
msgstr[0] "zbývá %d minuta"
msgstr[1] "zbývají %d minuty"
msgstr[2] "zbývá %d minut"

#. Shown when the time is up
#: timer.c:31
msgid "The tea is ready!"
msgstr ""

#: timer.c:40
msgctxt "strength of tea"
msgid "Strong"
msgstr "Silný"

#: timer.c:41
msgctxt "strength of tea"
msgid "Weak"
msgstr ""
`,

  'po/de.po': `# German strings of the kitchen timer.
msgid ""
msgstr ""
"Project-Id-Version: timer 1.0\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. Button
#: timer.c:12
msgid "Start"
msgstr "Starten"

#. Button
#: timer.c:13
#, fuzzy
msgid "Stop"
msgstr "Pause"

#: timer.c:27
#, c-format
msgid "%d minute left"
msgid_plural "%d minutes left"
msgstr[0] "noch %d Minute"
msgstr[1] "noch %d Minuten"

#. Shown when the time is up
#: timer.c:31
msgid "The tea is ready!"
msgstr "Der Tee ist fertig!"

#: timer.c:40
msgctxt "strength of tea"
msgid "Strong"
msgstr ""

#: timer.c:41
msgctxt "strength of tea"
msgid "Weak"
msgstr ""
`,

  'locales/en.json': `{
  "title": "Kitchen timer",
  "settings": {
    "sound": "Play a sound when the time is up",
    "language": "Language"
  },
  "footer": "Made for people who forget their tea"
}
`,

  'locales/cs.json': `{
  "title": "Kuchyňská minutka",
  "settings": {
    "sound": "Přehrát zvuk, když čas vyprší"
  }
}
`,

  'locales/de.json': `{
  "title": "Küchenwecker",
  "settings": {
    "language": "Sprache"
  }
}
`,
};
