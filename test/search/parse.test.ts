import test from 'ava';
import { parseQuery, type Query, QueryError, type Value } from '../../search/parse.ts';

/** The tree as text: `(a & b)`, `(a | b)`, `!a`, `field:=value`. */
function show(query: Query): string {
  switch (query.type) {
    case 'all':
      return '*';
    case 'and':
      return `(${query.items.map(show).join(' & ')})`;
    case 'or':
      return `(${query.items.map(show).join(' | ')})`;
    case 'not':
      return `!${show(query.item)}`;
    case 'term':
      return query.field === null
        ? showValue(query.value)
        : `${query.field}${query.operator}${showValue(query.value)}`;
  }
}

function showValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'regex':
      return `/${value.pattern}/`;
    case 'range':
      return `${value.from}..${value.to}`;
  }
}

const readable: [string, string][] = [
  ['', '*'],
  ['   ', '*'],
  ['hello', 'hello'],
  ['a b OR c d', '((a & b) | (c & d))'],
  ['a NOT b', '(a & !b)'],
  ['a and not b or c', '((a & !b) | c)'],
  ['NOT NOT a', '!!a'],
  ['(a OR b) c', '((a | b) & c)'],
  ['source:hello', 'source:hello'],
  ['source : hello', 'source:hello'],
  ['target:="exact text"', 'target:=exact text'],
  ['state:>=translated', 'state:>=translated'],
  ['position:<5', 'position:<5'],
  ['id:[1 to 5]', 'id:1..5'],
  ['changed:[2_weeks_ago to today]', 'changed:2_weeks_ago..today'],
  ['source:r"^a\\d+"', 'source:/^a\\d+/'],
  ['"two words"', 'two words'],
  ["'it\\'s'", "it's"],
  ['"a\\nb"', 'a\nb'],
  ["don't", "(don & 't)"],
  ['source:', 'source:'],
  ['"unclosed', '"unclosed'],
  ['-foo', '-foo'],
  ['a:b:c', 'a:b:c'],
  ['https://example.org/x', 'https://example.org/x'],
  ['AND', 'AND'],
  ['or', 'or'],
  ['android', 'android'],
  ['order notes', '(order & notes)'],
  ['Source:X', 'source:X'],
];

for (const [text, tree] of readable) {
  test(`"${text}" reads as ${tree}`, (t) => {
    t.is(show(parseQuery(text)), tree);
  });
}

const unreadable: [string, number][] = [
  ['NOT', 3],
  ['a AND', 5],
  ['a OR', 4],
  ['()', 1],
  ['foo:(a b)', 4],
  ['(a', 0],
  ['a)', 1],
  ['a OR OR b', 5],
  ['a\0b', 1],
  [`${'('.repeat(60)}a${')'.repeat(60)}`, 51],
];

for (const [text, position] of unreadable) {
  test(`"${text.slice(0, 20)}" is refused with the place`, (t) => {
    const error = t.throws(() => parseQuery(text), { instanceOf: QueryError });

    t.is(error?.position, position);
  });
}

test('a long search is read in one pass', (t) => {
  const query = parseQuery(Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' '));

  t.is(query.type === 'and' ? query.items.length : 0, 20_000);
});
