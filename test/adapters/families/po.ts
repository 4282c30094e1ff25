import { spawnSync } from 'node:child_process';
// @ts-expect-error the package has no types
import gettextParser from 'gettext-parser';
import iconv from 'iconv-lite';
import type { Catalog, PluralRule } from '../../../adapters/adapter.ts';
import { readCharset } from '../../../adapters/po/charset.ts';
import { po } from '../../../adapters/po/po.ts';
import { czechOptions } from '../../helpers/format-options.ts';
import type { Family, Oracle } from './family.ts';

const header = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`;

/** Knows neither octal escapes nor several texts on a line; those of our fixtures are left out. */
const secondParser: Oracle = {
  name: 'gettext-parser',
  absent: () => null,
  disagreement: (bytes, catalog) => {
    const text = iconv.decode(Buffer.from(bytes), readCharset(bytes));
    const { translations } = gettextParser.po.parse(text);
    for (const { context, source, target } of comparable(catalog)) {
      const theirs = translations[context]?.[source[0]!]?.msgstr;
      if (JSON.stringify(theirs) !== JSON.stringify(target)) {
        return `${source[0]}: ${JSON.stringify(theirs)} instead of ${JSON.stringify(target)}`;
      }
    }
    return null;
  },
};

function comparable({ entries, problems }: Catalog) {
  return entries.filter(
    ({ source, target }) =>
      !/octal|one line/.test(source[0]!) &&
      !/[\u0007\u0008\u000b\u000c]/.test(target.join()) &&
      !problems.some(({ message }) => message.startsWith(JSON.stringify(source[0]))),
  );
}

/**
 * GNU gettext itself: what it makes of the file is compared. It refuses duplicates, byte order marks and files that
 * do not name their charset.
 */
export const msgcat: Oracle = {
  name: 'msgcat',
  absent: () => (spawnSync('msgcat', ['--version']).status === 0 ? null : 'msgcat is not installed'),
  disagreement: (bytes, { entries, problems }) => {
    const namesCharset = /charset=(?!CHARSET)/.test(Buffer.from(bytes).toString('latin1'));
    if (problems.length > 0 || !namesCharset) {
      return null;
    }
    const input = Buffer.from(bytes[0] === 0xef ? bytes.subarray(3) : bytes);
    const { status, stderr, stdout } = spawnSync('msgcat', ['--no-wrap', '-'], { input });
    if (status !== 0) {
      return stderr.toString();
    }
    const text = iconv.decode(stdout, readCharset(bytes));
    const { translations } = gettextParser.po.parse(text);
    for (const { context, source, target } of entries) {
      // Keys of monolingual files are joined; the second parser does not know these letters of C.
      const isComparable =
        source.length > 0 && !/[\u0007\u0008\u000b\u000c]/.test([...source, ...target].join());
      const theirs = translations[context]?.[source[0] ?? '']?.msgstr;
      if (isComparable && JSON.stringify(theirs) !== JSON.stringify(target)) {
        return `${source[0]}: ${JSON.stringify(theirs)} instead of ${JSON.stringify(target)}`;
      }
    }
    return null;
  },
};

export const refusedPo: Family['refused'] = [
  { what: 'a text without its last quote', file: 'msgid "a"\nmsgstr "b\n', line: 2 },
  { what: 'a text that ends with the file', file: 'msgid "a"\nmsgstr "b\\', line: 2 },
  { what: 'an unknown escape', file: `${header}\nmsgid "a"\nmsgstr "\\q"\n`, line: 8 },
  { what: 'escaped bytes that are no character', file: 'msgid "a"\nmsgstr "\\303"\n', line: 2 },
  { what: 'an escape beyond a byte', file: 'msgid "a"\nmsgstr "\\x1234"\n', line: 2 },
  { what: 'an escaped NUL', file: 'msgid "a"\nmsgstr "\\000"\n', line: 2 },
  { what: 'a source without a target', file: 'msgid "a"\n\nmsgid "b"\nmsgstr ""\n', line: 3 },
  { what: 'a target without a source', file: 'msgstr "a"\n', line: 1 },
  { what: 'a context at the end', file: 'msgctxt "a"\n', line: 2 },
  { what: 'forms of no plural', file: 'msgid "a"\nmsgstr[0] "b"\n', line: 2 },
  { what: 'a plural without forms', file: 'msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', line: 3 },
  { what: 'a missing form', file: 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[2] "d"\n', line: 4 },
  { what: 'an unknown keyword', file: '\nmsgstring "a"\n', line: 2 },
  { what: 'a comment inside an entry', file: 'msgid "a"\n# b\nmsgstr "c"\n', line: 2 },
  { what: 'text after a string', file: 'msgid "a"\nmsgstr "b" c\n', line: 2 },
  { what: 'a broken previous text', file: '#| msgid a\nmsgid "a"\nmsgstr "b"\n', line: 1 },
  { what: 'a previous text of blanks', file: `#|${' '.repeat(1_000_000)}\nmsgid "a"\nmsgstr "b"\n`, line: 1 },
  { what: 'conflict marks', file: 'msgid "a"\n<<<<<<< ours\nmsgstr "b"\n', line: 2 },
  { what: 'another format', file: '{"a": "b"}', line: 1 },
  { what: 'invalid UTF-8', file: Buffer.from('msgid "a"\nmsgstr "caf\xe9"\n', 'latin1'), line: 2 },
  { what: 'an unknown charset', file: header.replace('UTF-8', 'KLINGON-1') },
  { what: 'bytes that the charset lacks', file: `${header.replace('UTF-8', 'windows-1250')}# \x81\n` },
  { what: 'NUL in a text', file: 'msgid "a"\nmsgstr "\0"\n', line: 1 },
  { what: 'a million quotes', file: '"'.repeat(1_000_000), line: 1 },
  { what: 'a million opened entries', file: 'msgid ""\n'.repeat(1_000_000), line: 2 },
];

const czech = czechOptions(po).plural;
const rules = new Map<string, PluralRule>([
  ['kites.pot', { number: 2, formula: 'n != 1', categories: ['one', 'other'] }],
  ['shift-jis.po', { number: 1, formula: '0', categories: ['other'] }],
]);

/** Fixtures that are not UTF-8. */
const charsets = new Map([
  ['latin-2.po', 'iso-8859-2'],
  ['shift-jis.po', 'shift_jis'],
]);

export const family: Family = {
  options: (file) => ({ plural: rules.get(file) ?? czech }),
  generate: (count) => {
    const entries = Array.from(
      { length: count },
      (_, n) =>
        `\n#. Note ${n}\n#: src/file.c:${n}\n#, c-format\nmsgid "Source %d \\"${n}\\""\nmsgstr "Překlad ${n}"\n`,
    );
    return header + entries.join('');
  },
  holds: (text, file) => {
    const charset = charsets.get(file);
    return charset === undefined || iconv.decode(iconv.encode(text, charset), charset) === text;
  },
  lineEnds: ['\n', '\r\n', '\r'],
  marks: ['utf-8'],
  empty: 'no strings',
  commentsOnly: '# Nothing here yet.\n\n# Really.\n',
  newString: {
    type: 'set',
    context: 'shelf',
    source: ['A new "%d" kite', 'New "%d" kites'],
    target: ['one', 'few', 'many'],
    state: 'fuzzy',
    note: 'Two\nlines',
    flags: 'c-format',
  },
  refused: refusedPo,
  accepted: [
    {
      what: 'names of object properties',
      file: entriesOf(['__proto__', 'constructor', 'toString']),
      strings: 3,
    },
    { what: 'the same string many times', file: 'msgid "a"\nmsgstr "b"\n'.repeat(20_000), strings: 1 },
    { what: 'a text of many pieces', file: `msgid "a"\nmsgstr ""\n${'"b"\n'.repeat(100_000)}`, strings: 1 },
    { what: 'a text of a megabyte', file: `msgid "a"\nmsgstr "${'\\"'.repeat(500_000)}"\n`, strings: 1 },
    { what: 'many comments', file: `${'# a\r\n'.repeat(100_000)}msgid "a"\nmsgstr "b"\n`, strings: 1 },
  ],
  leadingLine: /^#/,
  revisions: /^"(?:PO-Revision-Date|Language|Plural-Forms|Content-Type):/,
  oracles: [secondParser, msgcat],
};

function entriesOf(sources: readonly string[]): string {
  return sources.map((source) => `msgid "${source}"\nmsgstr "text"\n`).join('\n');
}
