import type { Knex } from 'knex';

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
