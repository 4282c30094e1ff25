import type { Catalog } from '../../../adapters/adapter.ts';
import { decodeText } from '../../../adapters/text/encoding.ts';
import type { Family, Oracle } from './family.ts';

/** JSON.parse keeps the last of duplicate keys and we the first, so keys with a problem are not compared. */
const jsonParse: Oracle = {
  name: 'JSON.parse',
  absent: () => null,
  disagreement: (bytes, catalog) => {
    const { text } = decodeText(bytes);
    const theirs = new Map<string, unknown>(Object.entries(JSON.parse(text.trim() === '' ? '{}' : text)));
    const wrong = comparable(catalog).find(({ context, target }) => theirs.get(context) !== target[0]);
    return wrong ? `${wrong.context}: ${JSON.stringify(theirs.get(wrong.context))}` : null;
  },
};

function comparable({ entries, problems }: Catalog) {
  return entries.filter(({ context }) => !problems.some(({ message }) => message.includes(`"${context}"`)));
}

export const refusedJson: Family['refused'] = [
  { what: 'comments', file: '{\n  // note\n  "a": "b"\n}', line: 2 },
  { what: 'trailing comma', file: '{\n  "a": "b",\n}', line: 3 },
  { what: 'unclosed object', file: '{\n  "a": "b"\n', line: 3 },
  { what: 'unclosed string', file: '{\n  "a": "b\n}', line: 2 },
  {
    what: 'conflict marks',
    file: '{\n<<<<<<< ours\n  "a": "b"\n=======\n  "a": "c"\n>>>>>>> theirs\n}',
    line: 2,
  },
  { what: 'two roots', file: '{}\n{}', line: 2 },
  { what: 'a text for a root', file: '"a"', line: 1 },
  { what: 'deep nesting', file: '{"a":'.repeat(100_000), line: 1 },
  { what: 'deep arrays', file: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, line: 1 },
  { what: 'invalid UTF-8', file: Buffer.from('{\n "a": "caf\xe9"}', 'latin1'), line: 2 },
  { what: 'half a UTF-16 pair', file: Buffer.from('fffe7b002200000022', 'hex') },
];

export const family: Family = {
  generate: (count) => {
    const lines = Array.from({ length: count }, (_, n) => `  "key.${n}": "Text ${n}, \\"quoted\\" – dlouhý"`);
    return `{\n${lines.join(',\n')}\n}\n`;
  },
  lineEnds: ['\n', '\r\n', '\r'],
  marks: ['utf-8', 'utf-16le', 'utf-16be'],
  empty: 'no strings',
  newString: { type: 'set', context: 'a new.key', source: [], target: ['New'], state: 'translated' },
  refused: [...refusedJson, { what: 'an array for a root', file: '\n["a"]', line: 2 }],
  accepted: [
    { what: 'keys of objects', file: '{"__proto__": "a", "constructor": "b", "toString": "c"}', strings: 3 },
    { what: 'a long key', file: `{"${'k'.repeat(100_000)}": "a"}`, strings: 1 },
    { what: 'many duplicates', file: `{${Array(20_000).fill('"a": "b"').join(',')}}`, strings: 1 },
    { what: 'half a surrogate pair', file: '{"a": "\\ud83d"}', strings: 1 },
  ],
  oracles: [jsonParse],
};
