import type { Knex } from 'knex';
import { joinForms } from './forms.ts';
import { insertRows } from './insert-rows.ts';
import type { Unit } from './unit.ts';

/** An edit to queue. */
export interface NewPending {
  /** The file does not have the string yet, and `unit` is as it was inserted. */
  isNew?: boolean;
  /** As it was before the edit, which makes its next version. */
  unit: Pick<Unit, 'id' | 'translation_id' | 'target' | 'state' | 'explanation' | 'version'>;
  componentId: number;
  authorId: number;
  target: readonly string[];
  state: number;
  automatic: boolean;
  /** Milliseconds. */
  at: number;
}

/** Queues edits for the next commit; marking the units is left to the caller. */
export async function insertPending(trx: Knex.Transaction, edits: readonly NewPending[]): Promise<void> {
  await insertRows(
    trx,
    'pending_changes',
    edits.map(({ unit, isNew = false, componentId, authorId, target, state, automatic, at }) => ({
      unit_id: unit.id,
      translation_id: unit.translation_id,
      component_id: componentId,
      author_id: authorId,
      target: joinForms(target),
      state,
      explanation: unit.explanation,
      automatic: Number(automatic),
      base_target: isNew ? null : joinForms(unit.target),
      base_state: isNew ? null : unit.state,
      unit_version: isNew ? unit.version : unit.version + 1,
      created_at: at,
    })),
  );
}

/**
 * Takes edits off the queue that a commit has written: exactly those of `pendingIds`. A string edited again meanwhile
 * stays marked as pending.
 */
export async function markWritten(trx: Knex.Transaction, pendingIds: readonly number[]): Promise<void> {
  for (const ids of slices(pendingIds)) {
    const unitIds: number[] = await trx('pending_changes')
      .distinct('unit_id')
      .whereIn('id', ids)
      .pluck('unit_id');
    await lockUnits(trx, unitIds);
    await trx('pending_changes').whereIn('id', ids).delete();
    await unmarkUnits(trx, unitIds);
  }
}

/** Drops all waiting edits of the units: the file has overtaken them. */
export async function dropPending(trx: Knex.Transaction, unitIds: readonly number[]): Promise<void> {
  for (const ids of slices(unitIds)) {
    await lockUnits(trx, ids);
    await trx('pending_changes').whereIn('unit_id', ids).delete();
    await unmarkUnits(trx, ids);
  }
}

/** An edit locks its unit before it queues; with the lock held, what is seen of the queue is all there is. */
async function lockUnits(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx('units').whereIn('id', ids).orderBy('id').forUpdate().select('id');
}

async function unmarkUnits(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx('units')
    .whereIn('id', ids)
    .whereNotExists(trx('pending_changes').whereRaw('pending_changes.unit_id = units.id'))
    .update({ pending: 0 });
}

function* slices(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += 500) {
    yield ids.slice(start, start + 500);
  }
}
