import type { Adapter } from './adapter.ts';
import { aresource } from './android/aresource.ts';
import { json } from './json/flat.ts';
import { jsonNested } from './json/nested.ts';
import { checkAdapter } from './plug-in.ts';
import { po, poMono } from './po/po.ts';
import { properties } from './properties/properties.ts';

/** All built-in formats by id; plug-ins are added at start. */
const known: Adapter[] = [aresource, json, jsonNested, po, poMono, properties];

/** Every file format, in alphabetical order of the ids. */
export const adapters: readonly Adapter[] = known;

/** The format that the API calls `id`. */
export function adapterById(id: string): Adapter | undefined {
  return known.find((adapter) => adapter.id === id);
}

/**
 * Adds the format of a plug-in, in the thread that calls it. Only for the start, before any file is read.
 * @throws {Error} when the id is taken or the plug-in does not keep the contract.
 */
export function registerAdapter(plugIn: Adapter): void {
  checkAdapter(plugIn);
  if (adapterById(plugIn.id)) {
    throw new Error(`format "${plugIn.id}": the id is taken`);
  }
  known.push(plugIn);
  known.sort((a, b) => (a.id < b.id ? -1 : 1));
}
