import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { refusalOf } from '../../../adapters/exports/exporter.ts';
import { exporterById, exporters } from '../../../adapters/exports/list.ts';
import { json } from '../../../adapters/json/flat.ts';
import { po, poMono } from '../../../adapters/po/po.ts';

const folder = new URL('../../../adapters/exports/', import.meta.url);

test('the list names every conversion that the folder has, once and in order', async (t) => {
  const declared: string[] = [];
  for (const file of await readdir(folder)) {
    const text = await readFile(new URL(file, folder), 'utf8');
    declared.push(
      ...[...text.matchAll(/^ {2}id: '([\w-]+)'|: Exporter = \{.* id: '([\w-]+)'/gm)].map(
        ([, a, b]) => (a ?? b)!,
      ),
    );
  }
  const ids = exporters.map(({ id }) => id);

  t.deepEqual(ids, declared.sort());
  t.is(exporterById('po')?.contentType, 'text/x-po');
  t.is(exporterById('nonsense'), undefined);
});

test('each conversion is offered for the components that it suits', (t) => {
  const offered = (component: Parameters<typeof refusalOf>[1]) =>
    exporters.filter((exporter) => refusalOf(exporter, component) === null).map(({ id }) => id);
  const always = ['csv', 'po', 'tbx', 'tmx', 'xliff', 'xliff11', 'xlsx'];
  const keyed = ['aresource', 'json', 'json-nested', 'strings'];

  t.deepEqual(offered({ adapter: po, monolingual: false }), [...always, 'mo'].sort());
  t.deepEqual(offered({ adapter: poMono, monolingual: true }), [...always, ...keyed, 'mo'].sort());
  t.deepEqual(offered({ adapter: json, monolingual: true }), [...always, ...keyed].sort());
  t.deepEqual(offered({ adapter: json, monolingual: false }), always);
  t.deepEqual(
    offered({ adapter: { ...json, multivalue: true }, monolingual: false }),
    [...always, 'csv-multi'].sort(),
  );
  t.deepEqual(offered({ adapter: undefined, monolingual: false }), always);
});
