import test from 'ava';
import type { Adapter } from '../../../adapters/adapter.ts';
import { aresource as androidAdapter } from '../../../adapters/android/aresource.ts';
import { aresource } from '../../../adapters/exports/aresource.ts';
import type { ExportString } from '../../../adapters/exports/exporter.ts';
import { json, jsonNested } from '../../../adapters/exports/json.ts';
import { strings } from '../../../adapters/exports/strings.ts';
import { json as jsonAdapter } from '../../../adapters/json/flat.ts';
import { jsonNested as nestedAdapter } from '../../../adapters/json/nested.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';
import { czechAbout, exportString, files } from '../../helpers/export-strings.ts';
import { czechOptions } from '../../helpers/format-options.ts';

const about = { ...czechAbout, monolingual: true };
const awkward = awkwardStrings.map((text, index) =>
  exportString({ context: `key.n${index}`, target: [text] }),
);

/** Texts by key, as one of our own formats reads them. */
function readBack(adapter: Adapter, bytes: Uint8Array): [string, string[]][] {
  return adapter.parse(bytes, czechOptions(adapter)).entries.map(({ context, target }) => [context, target]);
}

function expected(units: readonly ExportString[]): [string, string[]][] {
  return units.map(({ context, target }) => [context, [...target]]);
}

test('JSON: every text is read back as it was, flat and nested', (t) => {
  t.deepEqual(readBack(jsonAdapter, json.export(awkward, about)), expected(awkward));
  t.deepEqual(readBack(nestedAdapter, jsonNested.export(awkward, about)), expected(awkward));
});

test('JSON: dots in keys make objects only where it is nested', (t) => {
  const units = [
    exportString({ context: 'menu.open', target: ['Otevřít'] }),
    exportString({ context: 'menu.recent[0]', target: ['První'] }),
    exportString({ context: 'menu.close', target: [''] }),
  ];

  t.deepEqual(JSON.parse(Buffer.from(json.export(units, about)).toString()), {
    'menu.open': 'Otevřít',
    'menu.recent[0]': 'První',
    'menu.close': '',
  });
  t.deepEqual(JSON.parse(Buffer.from(jsonNested.export(units, about)).toString()), {
    menu: { open: 'Otevřít', recent: ['První'], close: '' },
  });
});

test('JSON: a key that is a text and holds others cannot be nested', (t) => {
  const units = [exportString({ context: 'menu' }), exportString({ context: 'menu.open' })];
  const mixed = [exportString({ context: 'menu[0]' }), exportString({ context: 'menu.open' })];

  for (const order of [units, units.toReversed()]) {
    t.throws(() => jsonNested.export(order, about), { message: /cannot hold both a text and other keys/ });
  }
  t.throws(() => jsonNested.export(mixed, about), { message: /cannot hold both keys and indexes/ });
  t.notThrows(() => json.export(units, about));
});

test('formats without plurals get the form of most counts', (t) => {
  const units = [exportString({ ...files, context: 'files' })];

  t.is(Buffer.from(json.export(units, about)).toString(), '{\n    "files": "%d souborů"\n}\n');
  t.is(Buffer.from(strings.export(units, about)).toString(), '"files" = "%d souborů";\n');
});

test('Android: every text is read back as it was, but for control characters', (t) => {
  const clean = awkward.map((unit) => ({
    ...unit,
    target: unit.target.map((text) => text.replace(/[\u0007\u001b]/g, '')),
  }));

  t.deepEqual(readBack(androidAdapter, aresource.export(awkward, about)), expected(clean));
});

test('Android: plurals, items of arrays, notes and what is not to be translated', (t) => {
  const units = [
    exportString({ ...files, context: 'files', developerNotes: 'In -- a list' }),
    exportString({ context: 'sizes[0]', target: ['Malý'] }),
    exportString({ context: 'sizes[1]', target: ['Velký'] }),
    exportString({ context: 'name', target: ['Dragoman'], isReadOnly: true }),
  ];

  const { entries } = androidAdapter.parse(aresource.export(units, about), czechOptions(androidAdapter));

  t.deepEqual(
    entries.map(({ context, target, plural, state }) => [context, target, plural, state]),
    [
      ['files', [...files.target!], true, 'translated'],
      ['sizes[0]', ['Malý'], false, 'translated'],
      ['sizes[1]', ['Velký'], false, 'translated'],
      ['name', ['Dragoman'], false, 'readonly'],
    ],
  );
  t.is(entries[0]?.note.replaceAll('- -', '--'), 'In -- a list');
});

test('Android: a plural stays one in a language with a single form', (t) => {
  const plural = { number: 1, formula: '0', categories: ['other'] as const };
  const units = [
    exportString({ ...files, context: 'files', target: ['%d 個'] }),
    exportString({ context: 'a' }),
  ];

  const text = Buffer.from(aresource.export(units, { ...about, plural })).toString();

  t.regex(text, /<plurals name="files">\s*<item quantity="other">%d 個<\/item>\s*<\/plurals>/);
  t.regex(text, /<string name="a">Ahoj<\/string>/);
});

test('iOS: texts are escaped and notes cannot end their comment', (t) => {
  const units = [
    exportString({ context: 'a "b"', target: ['line\nback\\slash "q"\t\u0007'], developerNotes: 'a */ b' }),
    exportString({ context: 'c', target: [''] }),
  ];

  t.is(
    Buffer.from(strings.export(units, about)).toString(),
    '/* a * / b */\n"a \\"b\\"" = "line\\nback\\\\slash \\"q\\"\\t\\U0007";\n\n"c" = "";\n',
  );
});
