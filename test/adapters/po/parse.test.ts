import test from 'ava';
import { readPo } from '../../helpers/po.ts';

test('comments, references and flags are read without their marks', (t) => {
  const { entries } = readPo(`# Translator.
#Close to the mark.
#
#. Programmer.
#: a.c:1 \u2068b c.c\u2069:2
#: d.c
#, c-format,fuzzy ,  max-length:20
#= no-wrap
msgid "a"
msgstr "b"
`);

  t.is(entries[0]!.note, 'Translator.\nClose to the mark.\n\nProgrammer.');
  t.is(entries[0]!.location, 'a.c:1, \u2068b c.c\u2069:2, d.c');
  t.is(entries[0]!.flags, 'c-format, max-length:20, no-wrap');
  t.is(entries[0]!.state, 'fuzzy');
  t.is(entries[0]!.line, 9);
});

test('a block of comments that a blank line ends belongs to no string, one with flags does', (t) => {
  const { entries } = readPo(`# Part one

msgid "a"
msgstr "b"

# Note
#, fuzzy

msgid "c"
msgstr "d"
`);

  t.deepEqual(
    entries.map(({ note, state }) => [note, state]),
    [
      ['', 'translated'],
      ['Note', 'fuzzy'],
    ],
  );
});

test('the previous source is read with its plural, not its context', (t) => {
  const { entries } = readPo(`#, fuzzy
#| msgctxt "x"
#| msgid "one "
#| "file"
#| msgid_plural "%d \\"files\\""
msgid "1 file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`);

  t.deepEqual(entries[0]!.previousSource, ['one file', '%d "files"']);
});

test('the header is no string, a string with context and empty source is one', (t) => {
  const { entries } = readPo('msgid ""\nmsgstr "A: b\\n"\n\nmsgctxt "c"\nmsgid ""\nmsgstr "d"\n');

  t.deepEqual(
    entries.map(({ context, source }) => [context, source]),
    [['c', ['']]],
  );
});

test('obsolete entries are no strings, whatever they hold', (t) => {
  const { entries, problems } = readPo(`msgid "a"
msgstr "b"

#, fuzzy
#~| msgid "old"
#~ msgid "a"
#~ msgstr "c"

#~ not even PO
`);

  t.is(entries.length, 1);
  t.deepEqual(problems, []);
});

test('of two equal strings the first counts and the second is reported', (t) => {
  const { entries, problems } = readPo('msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n');

  t.deepEqual(
    entries.map(({ target }) => target),
    [['1']],
  );
  t.deepEqual(
    problems.map(({ kind, line }) => [kind, line]),
    [['duplicate', 4]],
  );
});

for (const [written, text] of [
  ['\\t\\n\\r\\"\\\\', '\t\n\r"\\'],
  ['\\a\\b\\f\\v', '\u0007\b\f\v'],
  ['\\101\\x42\\0403', 'AB 3'],
  ['\\303\\251\\xc3\\xa9', 'éé'],
  ['\\\\n', '\\n'],
]) {
  test(`the escapes ${written} are read as gettext reads them`, (t) => {
    const { entries } = readPo(`msgid "a"\nmsgstr "${written}"\n`);

    t.deepEqual(entries[0]!.target, [text]);
  });
}

for (const [field, plural] of [
  ['nplurals=2; plural=n != 1;', { number: 2, formula: 'n != 1' }],
  ['nplurals=1; plural=0', { number: 1, formula: '0' }],
  ['nplurals=INTEGER; plural=EXPRESSION;', null],
  ['nplurals=99; plural=n;', null],
] as const) {
  test(`the plural rule of "${field}"`, (t) => {
    const catalog = readPo(`msgid ""\nmsgstr "Plural-Forms: ${field}\\n"\n`);

    t.deepEqual(catalog.plural, plural);
  });
}

test('a text may stand on many lines, with white space between', (t) => {
  const { entries } = readPo('msgid"a"\n  " b"\n\n\tmsgid_plural "c"\nmsgstr [0]\n"d" "e"\nmsgstr[ 1 ] ""\n');

  t.deepEqual(entries[0]!.source, ['a b', 'c']);
  t.deepEqual(entries[0]!.target, ['de', '']);
});
