import type { Entry } from '../../../adapters/adapter.ts';
import type { Family } from './family.ts';

const laughs = Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY l${n + 1} "&l${n};&l${n};&l${n};&l${n};">`,
).join('\n');

/** Array items are named by their index: only the last one can go without renaming others. */
export function isBeforeAnother({ context }: Entry, entries: readonly Entry[]): boolean {
  const [, array, index] = /^(.*)\[(\d+)\]$/.exec(context) ?? [];
  return (
    array !== undefined && entries.some((other) => other.context.startsWith(`${array}[${Number(index) + 1}]`))
  );
}

export const family: Family = {
  generate: (count) => {
    const lines = Array.from(
      { length: count },
      (_, n) => `    <string name="key_${n}">Text ${n}, it\\'s <b>dlouhý</b> &amp; tak dál</string>`,
    );
    return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join('\n')}\n</resources>\n`;
  },
  lineEnds: ['\n', '\r\n', '\r'],
  marks: ['utf-8', 'utf-16le', 'utf-16be'],
  empty: 'refused',
  commentsOnly: '<!-- one -->\n<resources>\n    <!-- two -->\n</resources>\n<!-- three -->\n',
  newString: { type: 'set', context: 'brand_new', source: [], target: ['New'], state: 'translated' },
  leadingLine: /^\s*<!--.*-->\s*$/,
  isKept: isBeforeAnother,
  refused: [
    { what: 'an unclosed element', file: '<resources>\n<string name="a">b\n</resources>', line: 3 },
    { what: 'an unclosed root', file: '<resources>\n<string name="a">b</string>\n', line: 3 },
    { what: 'another root', file: '<?xml version="1.0"?>\n<strings/>', line: 2 },
    { what: 'two roots', file: '<resources/>\n<resources/>', line: 2 },
    { what: 'text instead of XML', file: 'hello=world\n' },
    { what: 'a bare ampersand', file: '<resources>\n<string name="a">b & c</string></resources>', line: 2 },
    { what: 'an unknown entity', file: '<resources>\n<string name="a">&nbsp;</string></resources>', line: 2 },
    {
      what: 'an entity named as a method',
      file: '<resources><string name="a">&constructor;</string></resources>',
    },
    { what: 'an attribute twice', file: '<resources>\n<string name="a" name="b"/></resources>', line: 2 },
    {
      what: 'an illegal character',
      file: '<resources>\n<string name="a">\u0001</string></resources>',
      line: 2,
    },
    { what: 'conflict marks', file: '<resources>\n<<<<<<< ours\n</resources>', line: 2 },
    { what: 'deep nesting', file: `<resources>${'<b>'.repeat(200_000)}`, line: 1 },
    {
      what: 'a billion laughs',
      file: `<!DOCTYPE resources [\n<!ENTITY l0 "lol">\n${laughs}\n]>\n<resources><string name="a">&l20;</string></resources>`,
    },
    {
      what: 'an entity of itself',
      file: '<!DOCTYPE resources [<!ENTITY a "&b;"><!ENTITY b "&a;">]>\n<resources><string name="a">&a;</string></resources>',
    },
    {
      what: 'invalid UTF-8',
      file: Buffer.from('<resources>\n<string name="a">caf\xe9</string></resources>', 'latin1'),
      line: 2,
    },
    { what: 'an unknown encoding', file: '<?xml version="1.0" encoding="x-nothing"?><resources/>' },
  ],
  accepted: [
    {
      what: 'an external entity, which is not read',
      file: '<!DOCTYPE resources [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<resources><string name="a">&x;</string></resources>',
      strings: 1,
    },
    {
      what: 'Latin-1, as declared',
      file: Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><resources><string name="a">\xe9</string></resources>',
        'latin1',
      ),
      strings: 1,
    },
    { what: 'a root without content', file: '<resources/>', strings: 0 },
    {
      what: 'a name of a prototype',
      file: '<resources><string name="__proto__">a</string></resources>',
      strings: 1,
    },
    {
      what: 'many comments',
      file: `<resources>${'<!-- -->'.repeat(20_000)}<string name="a">b</string></resources>`,
      strings: 1,
    },
    {
      what: 'a long text of backslashes',
      file: `<resources><string name="a">${'\\'.repeat(200_000)}</string></resources>`,
      strings: 1,
    },
  ],
};
