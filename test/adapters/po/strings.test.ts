import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { czechHeader, editPo, setText } from '../../helpers/po.ts';

test('one string of three thousand changes one line, and the revision date another', (t) => {
  const header = czechHeader.replace('"Language', '"PO-Revision-Date: 2025-01-01 10:00+0100\\n"\n"Language');
  const entries = Array.from({ length: 3000 }, (_, n) => `\n#: f.c:${n}\nmsgid "s ${n}"\nmsgstr "t ${n}"\n`);
  const before = header + entries.join('');

  const after = editPo(before, [setText('s 1500', 'new')]);

  const [old, current] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  const changed = old.map((line, index) => [line, current[index]]).filter(([a, b]) => a !== b);
  t.is(current.length, old.length);
  t.deepEqual(changed, [
    ['"PO-Revision-Date: 2025-01-01 10:00+0100\\n"', '"PO-Revision-Date: 2026-01-31 12:30+0000\\n"'],
    ['msgstr "t 1500"', 'msgstr "new"'],
  ]);
});

const fuzzy = `# Note.
#, fuzzy, c-format
#| msgid "old %d"
msgid "new %d"
msgstr "staré %d"
`;

test('a translated string loses its mark and what the source was', (t) => {
  const after = editPo(fuzzy, [setText('new %d', 'nové %d')]);

  t.is(after, '# Note.\n#, c-format\nmsgid "new %d"\nmsgstr "nové %d"\n');
});

test('confirming the text of a marked string takes only the mark', (t) => {
  const after = editPo(fuzzy, [setText('new %d', 'staré %d')]);

  t.is(after, '# Note.\n#, c-format\nmsgid "new %d"\nmsgstr "staré %d"\n');
});

test('a string that stays marked keeps what the source was', (t) => {
  const after = editPo(fuzzy, [setText('new %d', 'jiné %d', 'fuzzy')]);

  t.is(after, fuzzy.replace('staré', 'jiné'));
});

for (const [flags, without] of [
  ['#, fuzzy\n', ''],
  ['#,fuzzy\n', ''],
  ['#, fuzzy, c-format\n', '#, c-format\n'],
  ['#, c-format, fuzzy\n', '#, c-format\n'],
  ['#, c-format, fuzzy, no-wrap\n', '#, c-format, no-wrap\n'],
  ['#, fuzzy\n#, c-format\n', '#, c-format\n'],
]) {
  test(`the mark goes out of ${JSON.stringify(flags)}`, (t) => {
    const after = editPo(`${flags}msgid "a"\nmsgstr "b"\n`, [setText('a', 'b')]);

    t.is(after, `${without}msgid "a"\nmsgstr "b"\n`);
  });
}

for (const [before, after] of [
  ['', '#, fuzzy\n'],
  ['#: a.c\n', '#: a.c\n#, fuzzy\n'],
  ['#, c-format\n', '#, fuzzy, c-format\n'],
  ['#. n\n#| msgid "z"\n', '#. n\n#, fuzzy\n#| msgid "z"\n'],
]) {
  test(`the mark goes into ${JSON.stringify(before)}`, (t) => {
    const text = editPo(`${before}msgid "a"\nmsgstr "b"\n`, [setText('a', 'b', 'fuzzy')]);

    t.is(text, `${after}msgid "a"\nmsgstr "b"\n`);
  });
}

test('an emptied string needs no mark', (t) => {
  t.is(editPo('msgid "a"\nmsgstr "b"\n', [setText('a', '', 'fuzzy')]), 'msgid "a"\nmsgstr ""\n');
});

test('an edit to what the file says already gives the same bytes, states that PO lacks included', (t) => {
  const text = `${czechHeader}\nmsgid "a"\nmsgstr "\\101"\n`;

  t.is(editPo(text, [setText('a', 'A', 'approved')]), text);
});

test('a plural gets the forms of its language', (t) => {
  const before = `${czechHeader}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`;

  const after = editPo(before, [setText(['a', 'b'], ['1', '2', '3'])]);

  t.true(after.endsWith('msgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "3"\n'));
});

test('forms that the language lacks go when the string is translated', (t) => {
  const header = czechHeader.replace(/nplurals.*?;\\n/, 'nplurals=1; plural=0;\\n');
  const before = `${header}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`;

  const after = editPo(before, [setText(['a', 'b'], ['1'])]);

  t.is(after, `${header}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\n`);
});

test('a plural with too few forms is mended by an edit of its text only', (t) => {
  const before = `${czechHeader}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\n`;

  t.is(editPo(before, [setText(['a', 'b'], ['1'])]), before);
  t.true(editPo(before, [setText(['a', 'b'], ['2'])]).endsWith('"2"\nmsgstr[1] ""\nmsgstr[2] ""\n'));
});

test('forms that stay equal keep their layout', (t) => {
  const before = `${czechHeader}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n"x" "y"\nmsgstr[1] "2"\nmsgstr[2] "3"\n`;

  const after = editPo(before, [setText(['a', 'b'], ['xy', 'two', '3'])]);

  t.is(after, before.replace('"2"', '"two"'));
});

test('several forms for a string without plural are refused', (t) => {
  const edits = [setText('a', ['1', '2'])];

  const error = t.throws(() => editPo('\nmsgid "a"\nmsgstr ""\n', edits), { instanceOf: FormatError });

  t.is((error as FormatError).line, 2);
});

test('NUL is refused', (t) => {
  t.throws(() => editPo('msgid "a"\nmsgstr ""\n', [setText('a', 'b\0')]), { instanceOf: FormatError });
});

test('only the first of equal strings is edited, and removing takes them all', (t) => {
  const twins = 'msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n\nmsgid "a"\nmsgstr "3"\n';

  t.is(editPo(twins, [setText('a', 'x')]), twins.replace('"1"', '"x"'));
  t.is(editPo(twins, [{ type: 'remove', context: '', source: ['a'] }]), 'msgid "b"\nmsgstr "2"\n');
});
