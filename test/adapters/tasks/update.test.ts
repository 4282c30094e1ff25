import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { po } from '../../../adapters/po/po.ts';
import { updateFile } from '../../../adapters/tasks/update.ts';
import { czechOptions } from '../../helpers/format-options.ts';

function update(file: string, template: string): string {
  const options = { ...czechOptions(po), header: {} };
  const request = { format: 'po', bytes: Buffer.from(file), template: Buffer.from(template), options };
  return Buffer.from(updateFile(request).bytes).toString();
}

const kept = '# A remark of the translator.\n#: old.c:7\nmsgid   "kept"\nmsgstr "zůst"\n"alo"\n';

test('a template that says the same of the same strings changes no byte', (t) => {
  const file = `${kept}\nmsgid "two"\nmsgstr ""\n`;

  t.is(update(file, 'msgid "two"\nmsgstr ""\n\n#:   old.c:7\nmsgid "kept"\nmsgstr "other"\n'), file);
});

test('notes, places and flags become those of the template; what translators wrote stays', (t) => {
  const file = `# A remark.
#. Old note.
#: old.c:7
#, fuzzy, c-format
#| msgid "kept before"
msgid   "kept"
msgstr "zůst"
"alo"

#: gone.c:1
msgid "two"
msgstr "dva"
`;
  const template = `#. New note,
#. on two lines.
#: a.c:1
#: b.c:2
#, python-format
msgid "kept"
msgstr ""

msgid "two"
msgstr ""
`;

  t.is(
    update(file, template),
    `# A remark.
#. New note,
#. on two lines.
#: a.c:1
#: b.c:2
#, fuzzy, python-format
#| msgid "kept before"
msgid   "kept"
msgstr "zůst"
"alo"

msgid "two"
msgstr "dva"
`,
  );
});

test('new strings come in the order of the template, with what it says of them; missing ones go', (t) => {
  const file = `msgid "gone"\nmsgstr "pryč"\n\n${kept}\n#~ msgid "old"\n#~ msgstr "staré"\n`;
  const template = `#. A note.
#: a.c:1 b.c:22
#, c-format
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

#: old.c:7
msgid "kept"
msgstr ""

msgid "last"
msgstr ""
`;

  t.is(
    update(file, template),
    `#. A note.
#: a.c:1 b.c:22
#, c-format
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

${kept}
msgid "last"
msgstr ""

#~ msgid "old"
#~ msgstr "staré"
`,
  );
});

test('many places of a string stand on several lines', (t) => {
  const places = Array.from({ length: 12 }, (_, index) => `folder/file.c:${index + 100}`);

  const lines = update(kept, `${kept}\n#: ${places.join(' ')}\nmsgid "new"\nmsgstr ""\n`).split('\n');

  const references = lines.filter((line) => line.includes('folder/'));
  t.deepEqual(
    references.flatMap((line) => line.slice(3).split(' ')),
    places,
  );
  t.true(references.every((line) => line.startsWith('#: ') && line.length <= 78));
});

test('a string with another text or context keeps its translation; another text makes it unfinished', (t) => {
  const file = `msgctxt "a"
msgid "Say helo"
msgstr "Pozdrav"

msgctxt "old"
msgid "Moved"
msgstr "Přesunuto"
`;
  const template = `msgctxt "a"
msgid "Say hello"
msgstr ""

msgctxt "new"
msgid "Moved"
msgstr ""
`;

  t.is(
    update(file, template),
    `#, fuzzy
msgctxt "a"
msgid "Say hello"
msgstr "Pozdrav"

msgctxt "new"
msgid "Moved"
msgstr "Přesunuto"
`,
  );
});

test('a string that becomes a plural, or is none any more, keeps what it can and is unfinished', (t) => {
  const singular = 'msgid "file"\nmsgstr "soubor"\n';
  const plural =
    'msgid "file"\nmsgid_plural "files"\nmsgstr[0] "soubor"\nmsgstr[1] "soubory"\nmsgstr[2] "souborů"\n';

  t.is(
    update(singular, plural),
    '#, fuzzy\nmsgid "file"\nmsgid_plural "files"\nmsgstr[0] "soubor"\nmsgstr[1] ""\nmsgstr[2] ""\n',
  );
  t.is(update(plural, singular), `#, fuzzy\n${singular}`);
});

test('a template that cannot be read, and a file that cannot, are refused', (t) => {
  t.throws(() => update(kept, 'msgid "a'), { instanceOf: FormatError });
  t.throws(() => update('msgid "a', kept), { instanceOf: FormatError });
});
