import { spawnSync } from 'node:child_process';
import test, { type ExecutionContext } from 'ava';
// @ts-expect-error the package has no types
import { mo as moParser } from 'gettext-parser';
import type { Entry } from '../../../adapters/adapter.ts';
import type { ExportString } from '../../../adapters/exports/exporter.ts';
import { mo } from '../../../adapters/exports/mo.ts';
import { po } from '../../../adapters/exports/po.ts';
import { po as poAdapter, poMono } from '../../../adapters/po/po.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';
import { czechAbout, exportString, files } from '../../helpers/export-strings.ts';
import { czechOptions } from '../../helpers/format-options.ts';

function readBack(strings: readonly ExportString[]): Entry[] {
  return poAdapter.parse(po.export(strings, czechAbout), czechOptions(poAdapter)).entries;
}

/** What a tool of gettext says of `bytes`; the test ends where there is none. */
function gettext(t: ExecutionContext, command: string, args: string[], bytes: Uint8Array): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input: bytes });
  if (error) {
    t.log(`${command} is not installed`);
    return '';
  }
  t.is(status, 0, stderr.toString());
  return stdout.toString();
}

const awkward = awkwardStrings.map((text, index) =>
  exportString({ source: [`${index} ${text}`], target: [text], context: `c${index} ${text}` }),
);

test('every text of a PO file is read back as it was, with its context', (t) => {
  const entries = readBack(awkward);

  t.deepEqual(
    entries.map(({ context, source, target }) => ({ context, source, target })),
    awkward.map(({ context, source, target }) => ({ context, source, target })),
  );
});

test('a PO file holds plurals, flags, states, places and notes', (t) => {
  const [first, second, third] = readBack([
    exportString({
      ...files,
      state: 'fuzzy',
      previousSource: ['%d folder', '%d folders'],
      flags: 'c-format, max-length:20',
      location: 'main.c:11, my file.c:3',
      developerNotes: 'Shown\nin a list',
      translatorNotes: 'Suggestion: soubor',
    }),
    exportString({ source: ['Bye'], target: [''], state: 'untranslated' }),
    exportString({ source: ['key text'], context: 'menu.key', state: 'approved' }),
  ]);

  t.like(first, {
    ...files,
    plural: true,
    state: 'fuzzy',
    previousSource: ['%d folder', '%d folders'],
    flags: 'c-format, max-length:20',
    location: 'main.c:11, \u2068my file.c:3\u2069',
    note: 'Suggestion: soubor\nShown\nin a list',
  });
  t.like(second, { source: ['Bye'], target: [''], state: 'translated', flags: '' });
  t.like(third, { source: ['key text'], context: 'menu.key', state: 'translated' });
});

test('a string without key and source is no second header of a PO file', (t) => {
  const entries = readBack([exportString({ source: [''], idHash: '0123456789abcdef' }), exportString({})]);

  t.deepEqual(
    entries.map(({ context, source, target }) => [context, source, target]),
    [
      ['0123456789abcdef', [''], ['Ahoj']],
      ['', ['Hello'], ['Ahoj']],
    ],
  );
});

test('gettext has nothing to say against a PO file', (t) => {
  const strings = [...awkward.filter(({ source }) => !/\n/.test(source[0] ?? '')), exportString(files)];

  gettext(t, 'msgfmt', ['--check', '-o', '/dev/null', '-'], po.export(strings, czechAbout));

  const header = Buffer.from(po.export([], czechAbout)).toString();
  t.regex(header, /"Language: cs\\n"/);
  t.regex(header, /"Plural-Forms: nplurals=3; plural=\(n==1\) \? 0 : \(n>=2 && n<=4\) \? 1 : 2;\\n"/);
  t.regex(header, /"Project-Id-Version: Hello – Web & \\"more\\"\\n"/);
});

test('an MO file holds all that has a text, whatever its state, and nothing else', (t) => {
  const bytes = mo.export(
    [
      exportString({ ...files, context: 'list' }),
      exportString({ source: ['Open'], target: ['Otevřít'], state: 'fuzzy' }),
      exportString({ source: ['Close'], target: [''], state: 'untranslated' }),
    ],
    czechAbout,
  );

  const { translations, headers } = moParser.parse(Buffer.from(bytes));
  t.deepEqual(translations.list?.['%d file']?.msgstr, [...files.target!]);
  t.is(translations.list?.['%d file']?.msgid_plural, '%d files');
  t.deepEqual(Object.keys(translations['']!).sort(), ['', 'Open']);
  t.is(headers['Plural-Forms'], 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;');
});

test('gettext reads every text of an MO file as it was', (t) => {
  const bytes = mo.export(awkward, czechAbout);
  const text = gettext(t, 'msgunfmt', ['--no-wrap', '-'], bytes);
  if (text === '') {
    t.pass();
    return;
  }

  const { entries } = poAdapter.parse(Buffer.from(text), czechOptions(poAdapter));
  const found = Object.fromEntries(entries.map(({ context, target }) => [context, target[0]]));

  t.deepEqual(found, Object.fromEntries(awkward.map(({ context, target }) => [context, target[0]])));
});

test('the strings of an MO file stand in the order of their bytes, so that programs find them', (t) => {
  const sources = ['\u{1d4b3}', '\uff5e', 'b', 'B', 'ž', 'ab', 'a'];
  const bytes = Buffer.from(
    mo.export(
      sources.map((source) => exportString({ source: [source] })),
      czechAbout,
    ),
  );

  const names = Array.from({ length: bytes.readUInt32LE(8) }, (_, index) => {
    const entry = bytes.readUInt32LE(12) + index * 8;
    const start = bytes.readUInt32LE(entry + 4);
    return bytes.subarray(start, start + bytes.readUInt32LE(entry)).toString();
  });

  t.deepEqual(names, ['', 'B', 'a', 'ab', 'b', 'ž', '\uff5e', '\u{1d4b3}']);
});

test('keys are named in an MO file as the base file names them', (t) => {
  const base = Buffer.from(`msgid "greeting"
msgstr "Hello"

msgctxt "key.only"
msgid ""
msgstr "Open"

msgctxt "menu"
msgid "files"
msgid_plural "many"
msgstr[0] "%d file"
msgstr[1] "%d files"
`);
  const keys = poMono.parse(base, czechOptions(poMono)).entries.map(({ context }) => context);
  const strings = keys.map((context, index) =>
    index === 2 ? exportString({ ...files, context }) : exportString({ context }),
  );

  const bytes = mo.export([...strings, exportString({ context: 'new' })], {
    ...czechAbout,
    monolingual: true,
    base,
  });

  const { translations } = moParser.parse(Buffer.from(bytes));
  t.deepEqual(Object.keys(translations['']!).sort(), ['', 'greeting', 'new']);
  t.deepEqual(translations['key.only']?.['']?.msgstr, ['Ahoj']);
  t.like(translations.menu?.files, { msgid_plural: 'many', msgstr: [...files.target!] });
});
