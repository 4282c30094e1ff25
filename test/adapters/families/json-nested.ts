import { formatPath } from '../../../adapters/json/key-path.ts';
import { decodeText } from '../../../adapters/text/encoding.ts';
import { isBeforeAnother } from './aresource.ts';
import type { Family, Oracle } from './family.ts';
import { refusedJson } from './json.ts';

/** Compares what JSON.parse finds at each path; a path with duplicate keys on the way is not compared. */
const jsonParse: Oracle = {
  name: 'JSON.parse',
  absent: () => null,
  disagreement: (bytes, { entries, problems }) => {
    const { text } = decodeText(bytes);
    const theirs = new Map(texts(JSON.parse(text.trim() === '' ? '{}' : text), []));
    const wrong = entries.find(
      ({ context, target }) =>
        theirs.get(context) !== target[0] &&
        !problems.some(({ message }) => message.includes(`"${context}"`)),
    );
    return wrong ? `${wrong.context}: ${JSON.stringify(theirs.get(wrong.context))}` : null;
  },
};

function texts(value: unknown, path: (string | number)[]): [string, string][] {
  if (typeof value === 'string') {
    return [[formatPath(path), value]];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => texts(item, [...path, index]));
  }
  return Object.entries(value ?? {}).flatMap(([key, item]) => texts(item, [...path, key]));
}

export const family: Family = {
  generate: (count) => {
    const groups = Array.from({ length: Math.ceil(count / 10) }, (_, group) => {
      const size = Math.min(10, count - group * 10);
      const members = Array.from(
        { length: size },
        (_item, n) => `    "key ${n}": "Text ${group}.${n} – dlouhý"`,
      );
      return `  "group ${group}": {\n${members.join(',\n')}\n  }`;
    });
    return `{\n${groups.join(',\n')}\n}\n`;
  },
  lineEnds: ['\n', '\r\n', '\r'],
  marks: ['utf-8', 'utf-16le', 'utf-16be'],
  empty: 'no strings',
  newString: { type: 'set', context: 'new.group.key', source: [], target: ['New'], state: 'translated' },
  isKept: isBeforeAnother,
  refused: refusedJson,
  accepted: [
    { what: 'an array for a root', file: '["a", ["b"]]', strings: 2 },
    {
      what: 'keys of objects',
      file: '{"__proto__": {"a": "b"}, "constructor": {"prototype": "c"}}',
      strings: 2,
    },
    { what: 'nesting to the limit', file: `${'['.repeat(200)}"a"${']'.repeat(200)}`, strings: 1 },
    { what: 'a key of many brackets', file: `{"${'[0]'.repeat(30_000)}": "a"}`, strings: 1 },
  ],
  oracles: [jsonParse],
};
