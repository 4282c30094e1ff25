import type { Knex } from 'knex';
import { noteRewrittenHistory } from './change.ts';
import { linkedInto } from './components-within.ts';
import { type Counts, countColumns } from './counted.ts';
import { adjustRollUps } from './counters.ts';
import { addCounts, noCounts } from './counts.ts';
import { moveComponents } from './move.ts';
import { refreshNewest, subtree } from './newest.ts';
import { compareKeys, matchKeys, rollUpsOf, type StatisticKey } from './roll-ups.ts';

/** Removes a translation with its strings. Its history stays with the component. */
export async function removeTranslation(trx: Knex.Transaction, translationId: number): Promise<void> {
  const history = trx('changes').where('translation_id', translationId);
  if ((await history.update({ translation_id: null, unit_id: null })) > 0) {
    await noteRewrittenHistory(trx);
  }
  await removeCounted(trx, [translationId], [], async () => {
    await trx('translations').where('id', translationId).delete();
  });
}

/**
 * Removes components with all that is in them and their history, and the components that work in their working copies.
 * Returns the ids of all that went.
 */
export async function removeComponents(
  trx: Knex.Transaction,
  componentIds: readonly number[],
): Promise<number[]> {
  const linked: number[] = await trx('components').whereIn('linked_component_id', componentIds).pluck('id');
  const ids = [...new Set([...componentIds, ...linked])].sort((a, b) => a - b);
  const translationIds: number[] = await trx('translations').whereIn('component_id', ids).pluck('id');
  const gone = ids.map((id): StatisticKey => ({ scope: 'component', scope_id: id, language_id: 0 }));
  await removeCounted(trx, translationIds, gone, async () => {
    await trx('changes').whereIn('component_id', ids).delete();
    await noteRewrittenHistory(trx);
    // Those linked to others go first: the constraint would take them along uncounted.
    await trx('components').whereIn('id', linked).delete();
    await trx('components').whereIn('id', ids).delete();
  });
  return ids;
}

/**
 * Removes a category with the categories and components in it; returns the ids of the components that went. Components of
 * other projects that were shared into it stay shared with its project.
 */
export async function removeCategory(trx: Knex.Transaction, categoryId: number): Promise<number[]> {
  const ids = await subtree(trx, categoryId);
  const shared: number[] = await linkedInto(trx, { category_id: ids }).pluck('component_id');
  await moveComponents(trx, shared, async () => {
    await trx('component_links').whereIn('category_id', ids).update({ category_id: null });
  });
  const components: number[] = await trx('components').whereIn('category_id', ids).pluck('id');
  const removed = await removeComponents(trx, components);
  await trx('statistics').where('scope', 'category').whereIn('scope_id', ids).delete();
  await trx('categories').where('id', categoryId).delete();
  return removed;
}

/** Removes a project with all that is in it; returns the ids of the components that went. */
export async function removeProject(trx: Knex.Transaction, projectId: number): Promise<number[]> {
  const components: number[] = await trx('components').where('project_id', projectId).pluck('id');
  const removed = await removeComponents(trx, components);
  const categories: number[] = await trx('categories').where('project_id', projectId).pluck('id');
  await trx('statistics').where('scope', 'category').whereIn('scope_id', categories).delete();
  await trx('statistics')
    .whereIn('scope', ['project', 'project_language'])
    .where('scope_id', projectId)
    .delete();
  await trx('changes').where('project_id', projectId).delete();
  await noteRewrittenHistory(trx);
  await trx('projects').where('id', projectId).delete();
  return removed;
}

/** Takes translations out of the sums they are in, but for those of objects that go as well (`gone`). */
async function removeCounted(
  trx: Knex.Transaction,
  translationIds: readonly number[],
  gone: readonly StatisticKey[],
  remove: () => Promise<void>,
): Promise<void> {
  const names = new Set(gone.map(({ scope, scope_id }) => `${scope} ${scope_id}`));
  const parts = [];
  for (const id of [...translationIds].sort((a, b) => a - b)) {
    // Locked, so that no edit counts between here and the end.
    const stored: Counts | undefined = await trx('translations')
      .where('id', id)
      .forUpdate()
      .first(...countColumns);
    if (stored) {
      const delta = noCounts();
      addCounts(delta, stored, -1);
      const keys = (await rollUpsOf(trx, id)).filter(
        ({ scope, scope_id }) => !names.has(`${scope} ${scope_id}`),
      );
      parts.push({ keys, adjustment: { delta, touch: undefined } });
    }
  }
  await remove();
  if (gone.length > 0) {
    await trx('statistics').where(matchKeys(gone)).delete();
  }
  await adjustRollUps(trx, parts);
  const keys = new Map(parts.flatMap((part) => part.keys).map((key) => [JSON.stringify(key), key]));
  await refreshNewest(trx, [...keys.values()].sort(compareKeys));
}
