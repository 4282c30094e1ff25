import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { parseJson } from '../../../adapters/json/document.ts';

const refused: readonly [string, number, string][] = [
  ['{\n  "a": "b", // note\n}', 2, 'JSON has no comments'],
  ['{\n  "a": "b",\n}', 3, 'expected a key in double quotes, found "}"'],
  ['["a",\n]', 2, 'expected a value, found "]"'],
  ["{\n'a': 1}", 2, 'unexpected "\'a\'"'],
  ['{"a" "b"}', 1, 'expected a colon, found "\\"b\\""'],
  ['{"a": "b"\n "c": "d"}', 2, 'expected a comma, found "\\"c\\""'],
  ['{"a": "b"', 1, 'expected "}", found the end of the file'],
  ['{"a": "b"}\n{}', 2, 'expected the end of the file, found "{"'],
  ['{"a": "b\n"}', 1, 'the string has no closing quote on its line'],
  ['{"a": "\t"}', 1, 'a control character in a string must be escaped'],
  ['{"a": "\\x"}', 1, 'unknown escape in a string'],
  ['{"a": "\\u12"}', 1, 'a \\u escape needs four hexadecimal digits'],
  ['{\r"a": NaN}', 2, 'unexpected "NaN"'],
  ['{\r\n\r\n<<<<<<< HEAD', 3, 'unexpected "<<<<<<<"'],
];

for (const [text, line, reason] of refused) {
  test(`${JSON.stringify(text)} is refused: ${reason}`, (t) => {
    const error = t.throws(() => parseJson(text), { instanceOf: FormatError });

    t.is(error?.line, line);
    t.is(error?.reason, reason);
  });
}

test('what JSON.parse takes is taken, and what it refuses is refused', (t) => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u00e9"',
    '1',
    '-',
    '0',
    '.',
    'e',
    'null',
    ' ',
    '\n',
  ];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };

  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: 1 + random(7) }, () => pieces[random(pieces.length)]).join('');

    if (text.trim() !== '') {
      t.is(
        outcome(() => parseJson(text)),
        outcome(() => JSON.parse(text)),
        text,
      );
    }
  }
});

test('members stand in file order, with their duplicates and spans', (t) => {
  const text = '{ "b" : "x", "1": [true], "b": {} }';

  const root = parseJson(text)!;

  t.deepEqual(
    root.members.map((node) => [node.key, node.type, text.slice(node.keyStart, node.end)]),
    [
      ['b', 'string', '"b" : "x"'],
      ['1', 'array', '"1": [true]'],
      ['b', 'object', '"b": {}'],
    ],
  );
  t.is(root.member('b'), root.members[0]);
  t.is(root.member('toString'), undefined);
});

test('nesting has a limit', (t) => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  t.notThrows(() => parseJson(nested(200)));
  t.throws(() => parseJson(nested(201)), { instanceOf: FormatError, message: /nested/ });
  t.throws(() => parseJson('{"a":'.repeat(100_000)), { instanceOf: FormatError, message: /nested/ });
});

function outcome(read: () => unknown): string {
  try {
    read();
    return 'taken';
  } catch (error) {
    return error instanceof FormatError || error instanceof SyntaxError ? 'refused' : String(error);
  }
}
