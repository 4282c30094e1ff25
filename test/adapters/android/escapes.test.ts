import test from 'ava';
import { escapeAndroid, unescapeAndroid } from '../../../adapters/android/escapes.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';

const plain = {
  quoted: false,
  reference: false,
  habit: { nonAscii: false, units: new Set<string>(), upperCase: false },
};

/** As the Android build tools read them. */
const readings: readonly [string, string][] = [
  ["it\\'s", "it's"],
  ['\\"quoted\\"', '"quoted"'],
  ['a\\nb\\tc', 'a\nb\tc'],
  ['\\@me \\?you \\#hash', '@me ?you #hash'],
  ['\\\\n', '\\n'],
  ['\\u0041\\u00e9\\u00E9', 'Aéé'],
  ['\\uD83C\\uDF31', '🌱'],
  ['  spaces   collapse\n and  are\ttrimmed  ', 'spaces collapse and are trimmed'],
  ['"  spaces   in quotes  "', '  spaces   in quotes  '],
  ['out  "  in  "  out', 'out   in   out'],
  ['"it\'s \\"quoted\\""', 'it\'s "quoted"'],
  ['\\u0020edge\\u0020', ' edge '],
  ['line\\n\n    next', 'line\n next'],
  ['\\d unknown', 'd unknown'],
  ['\\u12 broken', '\\u12 broken'],
  ['ends with \\', 'ends with \\'],
  ['""', ''],
];

for (const [written, meant] of readings) {
  test(`${JSON.stringify(written)} means ${JSON.stringify(meant)}`, (t) => {
    t.is(unescapeAndroid([{ type: 'text', text: written }]), meant);
  });
}

test('what is escaped reads back as it was, quoted or not', (t) => {
  const texts = [...awkwardStrings, '   ', '    a     b   ', '\n a \n', "' '", '\u0000\u001f\u007f\u0085'];

  for (const text of texts) {
    for (const quoted of [false, true]) {
      const written = escapeAndroid([{ type: 'text', text }], { ...plain, quoted });

      t.is(unescapeAndroid([{ type: 'text', text: written }]), text, written);
      t.notRegex(written, /[\n\t\0-\x1f]/);
    }
  }
});

test('a leading @ or ? is escaped unless the string is a reference', (t) => {
  const text = [{ type: 'text', text: '@string/other' }] as const;

  t.is(escapeAndroid(text, plain), '\\@string/other');
  t.is(escapeAndroid(text, { ...plain, reference: true }), '@string/other');
  t.is(escapeAndroid(text, { ...plain, quoted: true }), '"@string/other"');
});

test('characters that a file always escapes are escaped, of an emoji both halves', (t) => {
  const units = new Set(['\u2026', '\ud83c', '\udf31']);
  const habit = { nonAscii: false, units, upperCase: true };

  const written = escapeAndroid([{ type: 'text', text: 'é… 🌱 🎃' }], { ...plain, habit });

  t.is(written, 'é\\u2026 \\uD83C\\uDF31 🎃');
});

test('markup is neither escaped nor collapsed, text around it is', (t) => {
  const pieces = [
    { type: 'text', text: ' a ' },
    { type: 'markup', text: '<b title="it\'s  so">' },
    { type: 'text', text: "it's" },
    { type: 'markup', text: '</b>' },
    { type: 'text', text: ' ' },
  ] as const;

  const written = escapeAndroid(pieces, { ...plain, quoted: true });

  t.is(written, '\\u0020a <b title="it\'s  so">it\\\'s</b>\\u0020');
});
