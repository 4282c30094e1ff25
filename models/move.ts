import type { Knex } from 'knex';
import { noteRewrittenHistory } from './change.ts';
import { type Counts, countColumns } from './counted.ts';
import { type Adjustment, adjustRollUps } from './counters.ts';
import { addCounts, noCounts } from './counts.ts';
import { adoptLabels } from './label.ts';
import { refreshNewest } from './newest.ts';
import { compareKeys, rollUpsOf, type StatisticKey } from './roll-ups.ts';

/**
 * Runs `move`, which gives the components another category or project (or moves a category they are in, or shares them
 * with a project or no longer), and moves their counts from the old sums to the new ones. Their history follows them to
 * another project.
 */
export async function moveComponents(
  trx: Knex.Transaction,
  componentIds: readonly number[],
  move: () => Promise<void>,
): Promise<void> {
  const translations: (Counts & {
    id: number;
    last_change_at: number | null;
    last_author_id: number | null;
  })[] = await trx('translations')
    .whereIn('component_id', componentIds)
    .orderBy('id')
    .forUpdate()
    .select('id', 'last_change_at', 'last_author_id', ...countColumns);
  const leaving = await partsOf(trx, translations, -1);
  const projects = await projectsOf(trx, componentIds);
  await move();
  const arriving = await partsOf(trx, translations, 1);
  await adjustRollUps(trx, [...leaving, ...arriving]);
  const keys = new Map(leaving.flatMap((part) => part.keys).map((key) => [JSON.stringify(key), key]));
  await refreshNewest(trx, [...keys.values()].sort(compareKeys));
  for (const [id, projectId] of await projectsOf(trx, componentIds)) {
    if (projectId !== projects.get(id)) {
      await trx('changes').where('component_id', id).update({ project_id: projectId });
      const translationIds = trx('translations').where('component_id', id).select('id');
      await trx('units').whereIn('translation_id', translationIds).update({ project_id: projectId });
      await adoptLabels(trx, id, projectId);
      await noteRewrittenHistory(trx);
    }
  }
}

async function projectsOf(
  trx: Knex.Transaction,
  componentIds: readonly number[],
): Promise<Map<number, number>> {
  const rows: { id: number; project_id: number }[] = await trx('components')
    .whereIn('id', componentIds)
    .select('id', 'project_id');
  return new Map(rows.map(({ id, project_id }) => [id, project_id]));
}

async function partsOf(
  trx: Knex.Transaction,
  translations: readonly (Counts & {
    id: number;
    last_change_at: number | null;
    last_author_id: number | null;
  })[],
  sign: 1 | -1,
): Promise<{ keys: StatisticKey[]; adjustment: Adjustment }[]> {
  const parts = [];
  for (const translation of translations) {
    const delta = noCounts();
    addCounts(delta, translation, sign);
    const { last_change_at: at, last_author_id: authorId } = translation;
    const touch = sign === 1 && at !== null ? { at, authorId } : undefined;
    parts.push({ keys: await rollUpsOf(trx, translation.id), adjustment: { delta, touch } });
  }
  return parts;
}
