import test from 'ava';
import { FlagError } from '../../checks/flag-syntax.ts';
import { flagInteger, formatFlags, mergeFlags, parseFlags, priorityOf } from '../../checks/flags.ts';

const normalForms: readonly (readonly [text: string, normal: string])[] = [
  ['', ''],
  ['a: b c ,c-format', 'a:"b c", c-format'],
  [' read-only ,\n c-format,,', 'c-format, read-only'],
  ['a:', 'a:'],
  ['a:""', 'a:'],
  ['a::b', 'a::b'],
  ['font-family:DIN next pro', 'font-family:"DIN next pro"'],
  ['a:"b,c:d"', 'a:"b,c:d"'],
  ["a:'it\\'s \"so\"'", 'a:"it\'s \\"so\\""'],
  ['a:"one\\ntwo\\rthree"', 'a:"one\\ntwo\\rthree"'],
  ['a:"a\\b"', 'a:"a\\b"'],
  ['a:"a\\\\nb"', 'a:"a\\\\nb"'],
  ['a:"a\\\\"', 'a:"a\\\\"'],
  ['regex:r"\\d+"', 'regex:r"\\d+"'],
  ['regex:r"\\\\d+"', 'regex:r"\\d+"'],
  ['regex:r"say \\"x\\""', 'regex:r"say \\"x\\""'],
  ['regex:r', 'regex:r'],
  ['regex:[a-z]{1,3}', '3}, regex:[a-z]{1'],
  ['max-length:1, max-length:2', 'max-length:2'],
  ['max-length:1, max-length', 'max-length'],
  ['markdown-text', 'md-text'],
  ['fuzzy, #, c-format', 'c-format'],
  ['b, a:2, a-b, a', 'a, a-b, b'],
];
for (const [text, normal] of normalForms) {
  test(`"${text}" is written as "${normal}"`, (t) => {
    t.is(formatFlags(parseFlags(text)), normal);
    t.is(formatFlags(parseFlags(normal)), normal);
  });
}

test('parameters are texts and regular expressions', (t) => {
  const flags = parseFlags('placeholders:$A$:r"\\$[A-Z]\\$":\'x\\ty\', read-only, note:"\\f"');

  t.deepEqual(
    [...flags],
    [
      ['placeholders', ['$A$', { pattern: '\\$[A-Z]\\$' }, 'x\ty']],
      ['read-only', []],
      ['note', ['\f']],
    ],
  );
});

test('equal lists are read once', (t) => {
  t.is(parseFlags('c-format, max-length:7'), parseFlags('c-format, max-length:7'));
  t.is(mergeFlags('c-format', '', 'max-length:7'), mergeFlags('c-format', 'max-length:7'));
});

for (const [text, position] of [
  ["don't", 4],
  ['a:"b', 3],
  ['a"b"', 2],
  [':a', 1],
  ['a:"b" c', 7],
  ['c-format, r"x"', 11],
  ['"":a', 1],
] as const) {
  test(`"${text}" is no list of flags, and the error says where`, (t) => {
    const error = t.throws(() => parseFlags(text), { instanceOf: FlagError });

    t.true(error?.message.startsWith(`Character ${position}: `), error?.message);
  });
}

test('random lists come back from their normal form', (t) => {
  const pieces = ['\\', '"', "'", ':', ',', 'n', 'r"', ' ', '\n', '\r', 'é', '\t', '{', '\\\\', 'd'];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  for (let round = 0; round < 3000; round++) {
    const value = Array.from({ length: next(7) }, () => pieces[next(pieces.length)]!).join('');
    const flags = new Map([['x', [round % 2 === 0 ? value : { pattern: value }, value]]]);

    t.deepEqual([...parseFlags(formatFlags(flags))], [...flags], JSON.stringify(value));
  }
});

test('flags of inner levels win over those of outer ones', (t) => {
  const flags = mergeFlags('max-length:20, c-format', '', 'max-length:30');

  t.deepEqual(
    [...flags],
    [
      ['max-length', ['30']],
      ['c-format', []],
    ],
  );
});

test('a discarded flag is gone until an inner level sets it again', (t) => {
  const discarded = mergeFlags('read-only, c-format', 'discard:read-only');

  t.deepEqual([...discarded.keys()], ['c-format']);
  t.deepEqual(
    [...mergeFlags('read-only, c-format', 'discard:read-only', 'read-only').keys()],
    ['c-format', 'read-only'],
  );
});

test('a level may set anew what it discards', (t) => {
  const flags = mergeFlags('max-length:1', 'discard:max-length, max-length:2');

  t.deepEqual([...flags], [['max-length', ['2']]]);
});

test('a list of a file that cannot be read does not hide the others', (t) => {
  const flags = mergeFlags('c-format', "it's", 'read-only');

  t.deepEqual([...flags.keys()], ['c-format', 'read-only']);
});

test('whole numbers are told from other values', (t) => {
  const flags = parseFlags('a:12, b:-3, c:x, d, e:1:2, f:1.5, g:r"1", h:99999999999999999999');

  t.is(flagInteger(flags, 'a'), 12);
  t.is(flagInteger(flags, 'b'), -3);
  for (const name of ['c', 'd', 'e', 'f', 'g', 'h']) {
    t.is(flagInteger(flags, name), null, name);
  }
  t.is(flagInteger(flags, 'nothing'), undefined);
});

test('the priority is 100 unless a flag says otherwise', (t) => {
  t.is(priorityOf(mergeFlags('c-format')), 100);
  t.is(priorityOf(mergeFlags('priority:140')), 140);
  t.is(priorityOf(mergeFlags('priority:high')), 100);
});
