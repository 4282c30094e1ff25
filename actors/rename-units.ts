import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { pairRenamed } from '../adapters/renames.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { CounterBatch } from '../models/counters.ts';
import { splitForms } from '../models/forms.ts';
import { Unit } from '../models/unit.ts';
import { updateUnits } from '../models/unit-rows.ts';
import { writeInBatches } from './batches.ts';
import { renameSources } from './rename-sources.ts';
import type { SyncSubject } from './sync-subject.ts';

/** Rows per query. */
const pageLength = 500;

/** A string that its file no longer has. */
interface GoneString {
  id: number;
  idHash: string;
  context: string;
  /** As the file had them. */
  source: readonly string[];
  target: readonly string[];
  /** Hash of the string in the source language, which may have its new name already. */
  sourceHash: string | null;
}

interface Renamed {
  gone: GoneString;
  /** What the file calls it now, and says of it. */
  added: SyncUnit;
}

/**
 * Gives strings that the file has under another name now that name, so that their history, suggestions and waiting edits
 * stay with them; what else the file says of them is left to the usual reading. Nothing but a string's name tells that it
 * is one of these: after a crash the next run finds those that have theirs among the known ones.
 * @param gone ids of the strings that the file lacks
 * @param added strings of the file that the database lacks
 * @returns ids of the strings that have new names
 */
export async function renameUnits(
  file: SyncSubject,
  gone: readonly number[],
  added: readonly SyncUnit[],
): Promise<Set<number>> {
  const renamed = new Set<number>();
  if (gone.length === 0 || added.length === 0) {
    return renamed;
  }
  const known = await readGone(file, gone);
  const { monolingual, isTemplate } = file.rules;
  const pairs = monolingual && !isTemplate ? followBase(known, added) : pairNames(known, added);
  await writeInBatches(file.place.ctx, pairs, async (trx, batch) => {
    for (const id of await renameBatch(trx, file, batch)) {
      renamed.add(id);
    }
  });
  return renamed;
}

function pairNames(known: readonly GoneString[], added: readonly SyncUnit[]): Renamed[] {
  const strings = added.map((entry) => ({ ...entry, isFuzzy: entry.state === 10, entry }));
  return pairRenamed(known, strings).map((pair) => ({ gone: pair.gone, added: pair.added.entry }));
}

/** Keys are those of the base file, which has been read before: what was renamed there has its new name in every language. */
function followBase(known: readonly GoneString[], added: readonly SyncUnit[]): Renamed[] {
  const entries = new Map(added.map((entry) => [entry.idHash, entry]));
  return known.flatMap((gone) => {
    const entry = entries.get(gone.sourceHash ?? '');
    return entry ? [{ gone, added: entry }] : [];
  });
}

async function renameBatch(
  trx: Knex.Transaction,
  file: SyncSubject,
  pairs: readonly Renamed[],
): Promise<number[]> {
  const units = new Map<number, Unit>();
  for (const unit of await Unit.query(trx)
    .whereIn(
      'id',
      pairs.map(({ gone }) => gone.id),
    )
    .orderBy('id')
    .forUpdate()) {
    units.set(unit.id, unit);
  }
  // A string with the new name may have been made here and wait to be written.
  const taken = new Set<string>(
    await trx('units')
      .where('translation_id', file.translation.id)
      .whereIn(
        'id_hash',
        pairs.map(({ added }) => added.idHash),
      )
      .pluck('id_hash'),
  );
  const changes = pairs.flatMap(({ gone, added: entry }) => {
    const unit = units.get(gone.id);
    return unit?.id_hash === gone.idHash && !taken.has(entry.idHash) ? [{ unit, entry }] : [];
  });
  const counters = new CounterBatch();
  await updateUnits(
    trx,
    counters,
    changes.map(({ unit, entry: { idHash, contentHash, context } }) => ({
      unit,
      values: { id_hash: idHash, content_hash: contentHash, context },
    })),
  );
  if (!file.rules.monolingual) {
    await renameSources(trx, counters, file, changes);
  }
  await counters.apply(trx);
  return changes.map(({ unit }) => unit.id);
}

async function readGone(file: SyncSubject, ids: readonly number[]): Promise<GoneString[]> {
  const knex = file.place.services.db.reader;
  const gone: GoneString[] = [];
  for (let start = 0; start < ids.length; start += pageLength) {
    const page = ids.slice(start, start + pageLength);
    const edited = await textsInFile(knex, page);
    const rows = await knex('units')
      .leftJoin('units as sources', 'sources.id', 'units.source_unit_id')
      .whereIn('units.id', page)
      .select('units.id', 'units.id_hash', 'units.context', 'units.source', 'units.target', {
        source_hash: 'sources.id_hash',
      });
    for (const { id, id_hash, context, source, target, source_hash } of rows) {
      const inFile = edited.get(id);
      const text = file.rules.isTemplate ? (inFile ?? source) : source;
      gone.push({
        id,
        idHash: id_hash,
        context,
        source: splitForms(text),
        target: splitForms(inFile ?? target),
        sourceHash: source_hash,
      });
    }
    // With SQLite no request would get a turn otherwise.
    await pause();
  }
  return gone;
}

/** What the file said of strings whose new text waits to be written. */
async function textsInFile(knex: Knex, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { unit_id: number; base_target: string | null }[] = await knex('pending_changes')
    .whereIn('unit_id', [...ids])
    .orderBy('id', 'desc')
    .select('unit_id', 'base_target');
  return new Map(rows.flatMap((row) => (row.base_target === null ? [] : [[row.unit_id, row.base_target]])));
}
