import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { czechHeader, editPo, readPo, setText } from '../../helpers/po.ts';

const entry = '\nmsgid "a"\nmsgstr ""\n';
const people = {
  revised: new Date('2026-01-31T12:30:00Z'),
  lastTranslator: 'Jana "J" Nováková <jana@kites.example>',
  languageTeam: 'Czech <cs@kites.example>',
  reportBugsTo: 'bugs@kites.example',
};

/** The header of the file after an edit. */
function headerAfter(header: string, params: Record<string, boolean> = {}): string {
  return editPo(header + entry, [setText('a', 'b')], { params, header: people }).slice(
    0,
    -'\nmsgid "a"\nmsgstr "b"\n'.length,
  );
}

test('a header that says all there is to say stays', (t) => {
  t.is(headerAfter(czechHeader), czechHeader);
});

test('a file without a header gets none', (t) => {
  t.is(headerAfter(''), '');
});

test('placeholders of a template are filled in', (t) => {
  const template = `msgid ""
msgstr ""
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language: \\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
`;

  const header = headerAfter(template);

  t.is(
    header,
    template
      .replace('YEAR-MO-DA HO:MI+ZONE', '2026-01-31 12:30+0000')
      .replace('Language: ', 'Language: cs')
      .replace(/nplurals.*?;\\n/, 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n'),
  );
});

test('people are named only where the settings say so', (t) => {
  const params = { po_set_last_translator: true, po_set_language_team: true, po_set_report_bugs_to: true };
  const header = czechHeader.replace('"Language', '"Last-Translator: Nobody\\n"\n"Language');

  t.is(
    headerAfter(header, params),
    `${header.replace('Nobody', 'Jana \\"J\\" Nováková <jana@kites.example>')}"Report-Msgid-Bugs-To: bugs@kites.example\\n"
"Language-Team: Czech <cs@kites.example>\\n"
`,
  );
  t.is(headerAfter(header), header);
});

test('a field that is wrapped over several lines is replaced as one', (t) => {
  const header = `msgid ""
msgstr ""
"Language: cs\\n"
"PO-Revision-"
"Date: 2025-01-01 "
"10:00+0100\\n"
"X-Generator: "
"by hand\\n"
`;

  t.is(headerAfter(header), header.replace('2025-01-01 "\n"10:00+0100', '2026-01-31 12:30+0000'));
});

test('fields without a space, without a line end, and in one piece are edited', (t) => {
  t.is(
    headerAfter('msgid ""\nmsgstr "PO-Revision-Date:x\\nLanguage:"\n'),
    'msgid ""\nmsgstr "PO-Revision-Date: 2026-01-31 12:30+0000\\nLanguage: cs"\n',
  );
  t.is(
    headerAfter('msgid ""\nmsgstr "Project: x"\n'),
    'msgid ""\nmsgstr "Project: x\\n"\n"Language: cs\\n"\n',
  );
});

test('the plural rule is added to a header once the file has plurals', (t) => {
  const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n';
  const plural = '\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] ""\n';

  t.is(headerAfter(header), header);
  t.regex(
    editPo(header + plural + entry, [setText('a', 'b')]),
    /"Language: cs\\n"\n"Plural-Forms: nplurals=3; /,
  );
});

test('a file in ASCII says UTF-8 from its first other character on', (t) => {
  const ascii = czechHeader.replace('UTF-8', 'us-ascii') + entry;

  t.regex(editPo(ascii, [setText('a', 'b')]), /charset=us-ascii/);
  t.is(editPo(ascii, [setText('a', 'š')]), czechHeader + entry.replace('""', '"š"'));
});

test('a character that the charset of the file lacks is refused by name', (t) => {
  const latin = czechHeader.replace('UTF-8', 'ISO-8859-2') + entry;

  const error = t.throws(() => editPo(latin, [setText('a', 'Ω')]), { instanceOf: FormatError });

  t.regex(error.message, /"Ω".*iso-8859-2/);
});

test('the charset is found below a long licence, and not in a text', (t) => {
  const licence = '# A line of the licence.\r\n'.repeat(500);
  const latin = Buffer.from(
    `${licence}msgid ""\r\nmsgstr "Content-Type: text/plain; charset=latin1\\n"\r\n`,
    'latin1',
  );
  const quoting = 'msgid "a"\nmsgstr "Content-Type: text/plain; charset=nonsense"\n';

  t.notThrows(() => readPo(latin.toString()));
  t.is(readPo(quoting).entries.length, 1);
});
