import type { Knex } from 'knex';
import { type Counts, countColumns } from './counted.ts';
import { adjustRollUps, type Touch } from './counters.ts';
import { addCounts, noCounts } from './counts.ts';
import { insertRows } from './insert-rows.ts';
import { refreshNewest } from './newest.ts';
import type { StatisticKey } from './roll-ups.ts';

/*
 * Who is in component lists. A list counts what its components count, so a change of membership locks the components
 * first (nobody adds a translation meanwhile), then their translations (nobody edits), then the sum, as a save does.
 */

/** Puts components into a list; what is in it already stays there, and what was removed meanwhile stays out. */
export async function addToList(
  trx: Knex.Transaction,
  listId: number,
  componentIds: readonly number[],
): Promise<void> {
  const existing = await lockComponents(trx, componentIds);
  const present = new Set(await membersAmong(trx, listId, existing));
  const joining = existing.filter((id) => !present.has(id));
  if (joining.length === 0) {
    return;
  }
  const { counts, touch } = await lockedCounts(trx, joining);
  await insertRows(
    trx,
    'component_list_members',
    joining.map((component_id) => ({ component_id, component_list_id: listId })),
  );
  await adjustRollUps(trx, [{ keys: [sumOf(listId)], adjustment: { delta: counts, touch } }]);
}

/** Takes components out of a list. */
export async function removeFromList(
  trx: Knex.Transaction,
  listId: number,
  componentIds: readonly number[],
): Promise<void> {
  await lockComponents(trx, componentIds);
  const leaving = await membersAmong(trx, listId, componentIds);
  const { counts } = await lockedCounts(trx, leaving);
  await trx('component_list_members')
    .where('component_list_id', listId)
    .whereIn('component_id', leaving)
    .delete();
  const delta = noCounts();
  addCounts(delta, counts, -1);
  await adjustRollUps(trx, [{ keys: [sumOf(listId)], adjustment: { delta, touch: undefined } }]);
  await refreshNewest(trx, [sumOf(listId)]);
}

/** Removes a list; its components stay where they are. */
export async function removeList(trx: Knex.Transaction, listId: number): Promise<void> {
  // Nobody joins any more.
  await trx('component_lists').where('id', listId).forUpdate().select('id');
  const members: number[] = await trx('component_list_members')
    .where('component_list_id', listId)
    .pluck('component_id');
  await lockComponents(trx, members);
  await lockedCounts(trx, members);
  await trx('component_lists').where('id', listId).delete();
  await trx('statistics').where(sumOf(listId)).delete();
}

function sumOf(listId: number): StatisticKey {
  return { scope: 'component_list', scope_id: listId, language_id: 0 };
}

/** Gives those that exist. */
function lockComponents(trx: Knex.Transaction, ids: readonly number[]): Promise<number[]> {
  return trx('components').whereIn('id', ids).orderBy('id').forUpdate().pluck('id');
}

function membersAmong(
  trx: Knex.Transaction,
  listId: number,
  componentIds: readonly number[],
): Promise<number[]> {
  return trx('component_list_members')
    .where('component_list_id', listId)
    .whereIn('component_id', componentIds)
    .pluck('component_id');
}

/** What the translations of components count together, and their newest change; they stay locked. */
async function lockedCounts(
  trx: Knex.Transaction,
  componentIds: readonly number[],
): Promise<{ counts: Counts; touch: Touch | undefined }> {
  const translations: (Counts & { last_change_at: number | null; last_author_id: number | null })[] =
    await trx('translations')
      .whereIn('component_id', componentIds)
      .orderBy('id')
      .forUpdate()
      .select('last_change_at', 'last_author_id', ...countColumns);
  const counts = noCounts();
  let touch: Touch | undefined;
  for (const translation of translations) {
    addCounts(counts, translation);
    const { last_change_at: at, last_author_id: authorId } = translation;
    if (at !== null && at >= (touch?.at ?? 0)) {
      touch = { at, authorId };
    }
  }
  return { counts, touch };
}
