import type { Knex } from 'knex';
import { contentActions } from './actions.ts';
import type { Counts } from './counted.ts';
import { noCounts } from './counts.ts';
import { subtree } from './newest.ts';
import type { StatisticKey } from './roll-ups.ts';

/** Numbers of a translation or of a sum of translations. */
export interface StatisticNumbers extends Counts {
  /** Milliseconds. */
  last_change_at: number | null;
  last_author_id: number | null;
}

/** The sum `key`; zeros when nothing was ever counted there. */
export async function readStatistic(knex: Knex, key: StatisticKey): Promise<StatisticNumbers> {
  const row: StatisticNumbers | undefined = await knex('statistics')
    .where({ ...key })
    .first();
  return row ?? { ...noCounts(), last_change_at: null, last_author_id: null };
}

/** One sum per language of a project, by language id. */
export async function readProjectLanguages(
  knex: Knex,
  projectId: number,
): Promise<Map<number, StatisticNumbers>> {
  const rows: (StatisticNumbers & StatisticKey)[] = await knex('statistics').where({
    scope: 'project_language',
    scope_id: projectId,
  });
  return new Map(rows.map((row) => [row.language_id, row]));
}

/** How many changes of contents were made in the six hours before the last change (`lastChangeAt`), and since. */
export async function countRecentChanges(
  knex: Knex,
  key: StatisticKey | { scope: 'translation'; scope_id: number },
  lastChangeAt: number | null,
): Promise<number> {
  if (lastChangeAt === null) {
    return 0;
  }
  const query: Knex.QueryBuilder = knex('changes')
    .where('timestamp', '>', lastChangeAt - sixHours)
    .whereIn('action', contentActions);
  switch (key.scope) {
    case 'translation':
      query.where('translation_id', key.scope_id);
      break;
    case 'component':
      query.where('component_id', key.scope_id);
      break;
    case 'category': {
      const ids = await subtree(knex, key.scope_id);
      query.whereIn('component_id', knex('components').whereIn('category_id', ids).select('id'));
      break;
    }
    case 'project':
      query.where('project_id', key.scope_id);
      break;
    case 'project_language':
      query.where({ project_id: key.scope_id, language_id: key.language_id });
      break;
    case 'language':
      query.where('language_id', key.scope_id);
      break;
    case 'instance':
      break;
  }
  const row: { found: number } | undefined = await query.count({ found: '*' }).first();
  return row?.found ?? 0;
}

const sixHours = 6 * 60 * 60 * 1000;
