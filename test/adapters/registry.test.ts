import { readdirSync } from 'node:fs';
import test from 'ava';
import type { Adapter } from '../../adapters/adapter.ts';
import { checkAdapter } from '../../adapters/plug-in.ts';
import { poMono } from '../../adapters/po/po.ts';
import { adapterById, adapters, registerAdapter } from '../../adapters/registry.ts';

const room = new URL('../../adapters/', import.meta.url);

/** All adapters that modules of the room export; what runs in workers only is left out. */
async function exportedAdapters(): Promise<string[]> {
  const ids: string[] = [];
  for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
    if (!/\.ts$/.test(file) || /\.d\.ts$|^(?:tasks\/|pool|worker|hardening)/.test(file)) {
      continue;
    }
    const module: object = await import(new URL(file, room).href);
    for (const value of Object.values(module)) {
      if (typeof value === 'object' && value !== null && 'parse' in value && 'apply' in value) {
        ids.push((value as Adapter).id);
      }
    }
  }
  return ids;
}

test('the list has every adapter of the folder once, in alphabetical order', async (t) => {
  const ids = adapters.map(({ id }) => id);

  t.deepEqual(ids, (await exportedAdapters()).sort());
  t.is(new Set(ids).size, ids.length);
});

test('formats are found by id', (t) => {
  t.is(adapterById('po-mono'), poMono);
  t.is(adapterById('nonsense'), undefined);
});

test('a plug-in is refused with everything that is wrong about it', (t) => {
  const broken = { ...poMono, id: 'kites', extension: 7, identity: 'name', apply: undefined };

  const error = t.throws(() => checkAdapter(broken as unknown as Adapter));

  t.regex(error!.message, /format "kites".*"extension".*"apply".*"identity"/);
});

test('a plug-in that rewrites files is refused', (t) => {
  const careless: Adapter = {
    ...poMono,
    apply: (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
  };

  t.throws(() => checkAdapter(careless), { message: /without edits changes the file/ });
});

test('a plug-in without strings in its sample is refused', (t) => {
  t.throws(() => checkAdapter({ ...poMono, sample: '' }), { message: /holds no strings/ });
});

test('a sound plug-in joins the list in its place, once', (t) => {
  registerAdapter({ ...poMono, id: 'kites' });

  t.is(adapterById('kites')?.name, poMono.name);
  t.deepEqual(
    adapters.map(({ id }) => id),
    adapters.map(({ id }) => id).toSorted(),
  );
  t.throws(() => registerAdapter({ ...poMono, id: 'kites' }), { message: /taken/ });
});
