import test from 'ava';
import { quotePo } from '../../../adapters/po/wrap.ts';
import { czechHeader, editPo, setText } from '../../helpers/po.ts';

const width = { kind: 'width', width: 77 } as const;
const words = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor';

for (const [what, text, quoted] of [
  ['a short text stands beside the keyword', 'a b', '"a b"'],
  ['one line end at the end is no reason to break', 'a\n', '"a\\n"'],
  ['lines stand below each other', 'a\nb', '""\n"a\\n"\n"b"'],
  ['70 columns fit beside msgstr', 'x '.repeat(35), `"${'x '.repeat(35)}"`],
  ['a longer one starts on a line of its own', 'x '.repeat(36), `""\n"${'x '.repeat(36)}"`],
  [
    'a long line is broken at spaces',
    `${words} incididunt`,
    '""\n"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod "\n"tempor incididunt"',
  ],
  ['what cannot be broken stays whole', 'x'.repeat(90), `"${'x'.repeat(90)}"`],
  [
    'escapes count as they are written',
    '"'.repeat(10) + ' x'.repeat(30),
    `""\n"${'\\"'.repeat(10)}${' x'.repeat(28)} "\n"x x"`,
  ],
  ['wide characters take two columns', '字'.repeat(40), `""\n"${'字'.repeat(38)}"\n"字字"`],
  ['a line end is not left alone', `${'x'.repeat(77)}\n`, `"${'x'.repeat(77)}\\n"`],
  ['an empty text', '', '""'],
] as const) {
  test(`wrapping: ${what}`, (t) => {
    t.is(quotePo('msgstr', text, width, '\n'), quoted);
  });
}

const long = `${words} and so on.`;
const wrappedLong =
  '""\n"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod "\n"tempor and so on."';

test('a file with long lines on one line keeps them so, one with wrapped lines wraps', (t) => {
  const unwrapped = `${czechHeader}\nmsgid "${long}"\nmsgstr ""\n`;
  const wrapped = `${czechHeader}\nmsgid ${wrappedLong}\nmsgstr ""\n`;

  t.true(editPo(unwrapped, [setText(long, long)]).endsWith(`msgstr "${long}"\n`));
  t.true(editPo(wrapped, [setText(long, long)]).endsWith(`msgstr ${wrappedLong}\n`));
});

test('a file without long lines wraps, and one word longer than a line says nothing', (t) => {
  const url = `https://kites.example/${'x'.repeat(80)}`;
  const file = `${czechHeader}\nmsgid "${url}"\nmsgstr ""\n\nmsgid "a"\nmsgstr ""\n`;

  t.true(editPo(file, [setText('a', long)]).endsWith(`msgstr ${wrappedLong}\n`));
});

test('a file that does not break at line ends is not broken there', (t) => {
  const file = `${czechHeader}\nmsgid "one\\ntwo"\nmsgstr ""\n`;

  t.true(editPo(file, [setText('one\ntwo', `${long}\nx`)]).endsWith(`msgstr "${long}\\nx"\n`));
});

for (const [setting, quoted] of [
  [77, wrappedLong.replace('on."', 'on.\\n"\n"x"')],
  [65_535, `""\n"${long}\\n"\n"x"`],
  [-1, `"${long}\\nx"`],
] as const) {
  test(`po_line_wrap ${setting}`, (t) => {
    const file = `${czechHeader}\nmsgid "a"\nmsgstr ""\n`;

    const after = editPo(file, [setText('a', `${long}\nx`)], { params: { po_line_wrap: setting } });

    t.true(after.endsWith(`msgstr ${quoted}\n`));
  });
}

test('a file with CRLF gets CRLF between the pieces', (t) => {
  const file = `${czechHeader}\nmsgid "a"\nmsgstr ""\n`.replaceAll('\n', '\r\n');

  t.true(editPo(file, [setText('a', 'b\nc')]).endsWith('msgstr ""\r\n"b\\n"\r\n"c"\r\n'));
});
