import test from 'ava';
import { po } from '../../../adapters/po/po.ts';
import { openPool } from '../../../adapters/pool.ts';
import { type ExportRequest, exportStrings, type StoredString } from '../../../adapters/tasks/export.ts';
import { czechAbout } from '../../helpers/export-strings.ts';
import { czechOptions } from '../../helpers/format-options.ts';

function stored(fields: Partial<StoredString>): StoredString {
  return {
    context: '',
    source: ['Hello'],
    target: ['Ahoj'],
    previousSource: [],
    state: 20,
    originalState: fields.state ?? 20,
    location: '',
    note: '',
    explanation: '',
    flags: '',
    extraFlags: '',
    translatorNotes: [],
    idHash: '0123456789abcdef',
    ...fields,
  };
}

function request(format: string, strings: readonly StoredString[], language = 'cs'): ExportRequest {
  const { monolingual, plural, sourcePlural, project, component, url, changed } = czechAbout;
  return {
    format,
    strings,
    place: { outerFlags: ['priority:50', '', 'c-format'] },
    about: {
      monolingual,
      language,
      sourceLanguage: 'en',
      languageName: 'Czech',
      plural,
      sourcePlural,
      project,
      component,
      url,
      changed,
    },
    base: null,
  };
}

function poEntries(strings: readonly StoredString[]) {
  return po.parse(exportStrings(request('po', strings)).bytes, czechOptions(po)).entries;
}

test('flags of all levels are in force, and notes of file and server stand together', (t) => {
  const [entry] = poEntries([
    stored({
      flags: 'priority:70, max-length:9',
      extraFlags: 'discard:c-format',
      note: 'From the file',
      explanation: 'From here',
      translatorNotes: ['Suggestion: Nazdar', 'Suggestion: Čau'],
    }),
  ]);

  t.is(entry?.flags, 'max-length:9, priority:70');
  t.is(entry?.note, 'Suggestion: Nazdar\nSuggestion: Čau\nFrom the file\nFrom here');
});

test('a string that a flag makes read only keeps the state it has otherwise', (t) => {
  const text = Buffer.from(
    exportStrings(
      request('xliff11', [
        stored({ source: ['a'], state: 100, originalState: 30, extraFlags: 'read-only' }),
        stored({ source: ['b'], state: 100, originalState: 12 }),
        stored({ source: ['c'], state: 100 }),
      ]),
    ).bytes,
  ).toString();

  const units = text.split('<trans-unit').slice(1);
  t.deepEqual(
    units.map((unit) => [/translate="(\w+)"/.exec(unit)?.[1], /state="([\w-]+)"/.exec(unit)?.[1]]),
    [
      ['no', 'final'],
      [undefined, 'needs-review-translation'],
      ['no', 'translated'],
    ],
  );
});

test('language codes are written as each format knows them', (t) => {
  const text = (format: string) =>
    Buffer.from(exportStrings(request(format, [stored({})], 'pt_BR')).bytes).toString();

  t.regex(text('po'), /"Language: pt_BR\\n"/);
  t.regex(text('tmx'), /xml:lang="pt-BR"/);
  t.regex(text('xliff'), /target-language="pt-BR"/);
});

test('thousands of strings are converted in the pool, in their order', async (t) => {
  const pool = openPool({ threads: 1 });
  const strings = Array.from({ length: 3000 }, (_, n) => stored({ source: [`s ${n}`] }));

  const { bytes } = await pool.export(request('po', strings));
  await t.throwsAsync(pool.export(request('nonsense', [])), { name: 'FormatError' });
  await pool.close();

  t.deepEqual(
    po.parse(bytes, czechOptions(po)).entries.map(({ source }) => source[0]),
    strings.map(({ source }) => source[0]),
  );
});
