import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Adapter } from '../adapters/adapter.ts';
import { fingerprint, stateInFile } from '../adapters/identity.ts';
import { type KnownUnit, packKnown } from '../adapters/tasks/known.ts';
import { splitForms } from '../models/forms.ts';

/** What the database holds of a file, ready to be compared with it. */
export interface KnownFile {
  /** For the worker. */
  packed: Uint8Array;
  /** Ids of the units, by id hash. */
  ids: Map<string, number>;
}

interface Row {
  id: number;
  source_unit_id: number | null;
  id_hash: string;
  source: string;
  target: string;
  previous_source: string;
  original_state: number;
  note: string;
  location: string;
  flags: string;
  explanation: string;
  position: number;
}

/** What the file holds of a string that was edited since. */
interface Base {
  unit_id: number;
  base_target: string | null;
  base_state: number | null;
}

const columns = [
  'id',
  'source_unit_id',
  'id_hash',
  'source',
  'target',
  'previous_source',
  'original_state',
  'note',
  'location',
  'flags',
  'explanation',
  'position',
] as const satisfies readonly (keyof Row)[];

/** Rows per query: a millisecond or two of work between two chances for requests. */
const pageLength = 200;

/**
 * Reads what the file of a translation holds as far as the database knows: of a string with edits that are not written
 * yet, the value before the first of them. Strings that were made here and are in no file yet are left out.
 */
export async function loadKnown(
  knex: Knex,
  translation: { id: number; component_id: number },
  adapter: Adapter,
): Promise<KnownFile> {
  const bases = await loadBases(knex, translation.component_id);
  const packed: Uint8Array[] = [];
  const ids = new Map<string, number>();
  for (let last = 0; ; ) {
    const rows: Row[] = await knex('units')
      .where('translation_id', translation.id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageLength)
      .select(...columns);
    const inFile = rows.filter((row) => isInFile(row, bases));
    packed.push(packKnown(inFile.map((row) => knownOf(row, bases.get(row.id), adapter))));
    for (const row of inFile) {
      ids.set(row.id_hash, row.id);
    }
    if (rows.length < pageLength) {
      return { packed: Buffer.concat(packed), ids };
    }
    last = rows[rows.length - 1]?.id ?? last;
    // With SQLite no request would get a turn otherwise.
    await pause();
  }
}

/** A string added in the source language is in the file of no language until it is written. */
function isInFile(row: Row, bases: ReadonlyMap<number, Base>): boolean {
  const added = [row.id, row.source_unit_id ?? row.id].map((id) => bases.get(id)?.base_target);
  return !added.includes(null);
}

function knownOf(row: Row, base: Base | undefined, adapter: Adapter): KnownUnit {
  const target = splitForms(base?.base_target ?? row.target);
  const state = base?.base_state ?? row.original_state;
  return {
    idHash: row.id_hash,
    position: row.position,
    fingerprint: fingerprint({
      source: splitForms(row.source),
      target,
      state: stateInFile(adapter, state, target),
      previousSource: row.previous_source === '' ? [] : splitForms(row.previous_source),
      note: row.note,
      location: row.location,
      flags: row.flags,
      explanation: row.explanation,
    }),
  };
}

/** By unit id, the oldest edit of each unit of the component that waits. */
async function loadBases(knex: Knex, componentId: number): Promise<Map<number, Base>> {
  const oldest = knex('pending_changes').where('component_id', componentId).groupBy('unit_id').min('id');
  const rows: Base[] = await knex('pending_changes')
    .whereIn('id', oldest)
    .select('unit_id', 'base_target', 'base_state');
  return new Map(rows.map((row) => [row.unit_id, row]));
}
