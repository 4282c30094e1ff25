import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { decodeProperties } from '../../../adapters/properties/charset.ts';
import type { Family, Oracle } from './family.ts';

const loader = fileURLToPath(new URL('../properties/Load.java', import.meta.url));

/** Java itself, on the decoded text: keys and values as it loads them. */
const java: Oracle = {
  name: 'java.util.Properties',
  absent: () =>
    spawnSync('javac', ['-version']).status === 0 ? null : 'a Java development kit is not installed',
  disagreement: (bytes, { entries }, { params }) => {
    const input = decodeProperties(bytes, params).text;
    const { status, stdout, stderr } = spawnSync('java', [loader], { input });
    if (status !== 0) {
      return stderr.toString();
    }
    const theirs = new Map<string, string>();
    for (const line of stdout.toString().split('\n').filter(Boolean)) {
      const [key = '', value = ''] = line.split(' ').map((word) => Buffer.from(word, 'base64').toString());
      theirs.set(key, value);
    }
    const wrong = entries.find(({ context, target }) => theirs.get(context) !== target[0]);
    if (wrong || theirs.size !== entries.length) {
      return `${theirs.size} keys, ${wrong?.context}: ${JSON.stringify(theirs.get(wrong?.context ?? ''))}`;
    }
    return null;
  },
};

export const family: Family = {
  generate: (count) =>
    Array.from(
      { length: count },
      (_, n) => `# note ${n}\nkey.${n} = Text ${n}, dlouh\\u00fd: \\\n    a = b\n`,
    ).join(''),
  lineEnds: ['\n', '\r\n', '\r'],
  marks: ['utf-8', 'utf-16le', 'utf-16be'],
  empty: 'no strings',
  commentsOnly: '# one\n! two\n\n   \n# three',
  newString: { type: 'set', context: 'a new:key', source: [], target: [' New = '], state: 'translated' },
  leadingLine: /^\s*[#!]/,
  refused: [
    { what: 'a broken escape in a value', file: 'a=b\nc = \\u12 x\n', line: 2 },
    { what: 'a broken escape in a key', file: '\n\na\\uXYZ = b\n', line: 3 },
    { what: 'half a UTF-16 pair', file: Buffer.from('feff0061003dd83d', 'hex') },
    { what: 'UTF-8 with a broken byte', file: Buffer.from('a=\xc5\xbe\nb=\xe9\n', 'latin1'), line: 2 },
    { what: 'bytes that their mark denies', file: Buffer.from('\xef\xbb\xbfa=\xe9', 'latin1'), line: 1 },
  ],
  accepted: [
    { what: 'names of prototypes', file: '__proto__=a\nconstructor=b\ntoString=c\n', strings: 3 },
    { what: 'bytes of Latin-1', file: Buffer.from('a=caf\xe9\n', 'latin1'), strings: 1 },
    { what: 'many duplicates', file: 'a=b\n'.repeat(20_000), strings: 1 },
    { what: 'a value over many lines', file: `a=${'b\\\n'.repeat(50_000)}`, strings: 1 },
    { what: 'a long run of backslashes', file: `a=${'\\'.repeat(200_001)}`, strings: 1 },
    { what: 'a long run of blanks', file: `${' \t\f'.repeat(100_000)}\na=b`, strings: 1 },
    { what: 'control characters', file: 'a\u0001=\u0002\u007f', strings: 1 },
  ],
  oracles: [java],
};
