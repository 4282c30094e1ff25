import type { Knex } from 'knex';
import { contentActions } from './actions.ts';
import { componentsWithin, linkedInto } from './components-within.ts';
import type { Counts } from './counted.ts';
import { noCounts } from './counts.ts';
import { subtree } from './newest.ts';
import { countInWindows, recentMs } from './recent-changes.ts';
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

/** The sums of languages in a project, by language id. */
export async function readProjectLanguages(
  knex: Knex,
  projectId: number,
  languageIds: readonly number[],
): Promise<Map<number, StatisticNumbers>> {
  const rows: (StatisticNumbers & StatisticKey)[] = await knex('statistics')
    .where({ scope: 'project_language', scope_id: projectId })
    .whereIn('language_id', languageIds);
  return new Map(rows.map((row) => [row.language_id, row]));
}

/** An object whose recent changes are counted. */
export interface RecentScope {
  scope: 'category' | 'component_list' | 'language' | 'project';
  scope_id: number;
}

/** How many changes of contents were made in the six hours before the last change (`lastChangeAt`), and since. */
export async function countRecentChanges(
  knex: Knex,
  { scope, scope_id: id }: RecentScope,
  lastChangeAt: number | null,
): Promise<number> {
  if (lastChangeAt === null) {
    return 0;
  }
  const since = lastChangeAt - recentMs;
  switch (scope) {
    case 'category':
      return countIn(knex, componentsWithin(knex, { category_id: await subtree(knex, id) }), since);
    case 'component_list': {
      const members = knex('component_list_members').where('component_list_id', id);
      return countIn(knex, members.select('component_id'), since);
    }
    case 'language':
      return countSince(knex, since, { language_id: [id] });
    case 'project': {
      const shared: number[] = await linkedInto(knex, { project_id: id }).pluck('component_id');
      const own = await countSince(knex, since, { project_id: [id] });
      return own + (await countSince(knex, since, { component_id: shared }));
    }
  }
}

async function countSince(
  knex: Knex,
  since: number,
  place: Partial<Record<'component_id' | 'language_id' | 'project_id', number[]>>,
): Promise<number> {
  const query = knex('changes').where('timestamp', '>', since).whereIn('action', contentActions);
  for (const [column, ids] of Object.entries(place)) {
    query.whereIn(column, ids);
  }
  const row = await query.count({ found: '*' }).first();
  return Number(row?.found ?? 0);
}

/** In components, given as a subquery. Only translations that changed since then can have recent changes. */
async function countIn(knex: Knex, components: Knex.QueryBuilder, since: number): Promise<number> {
  const ids: number[] = await knex('translations')
    .whereIn('component_id', components)
    .where('last_change_at', '>', since)
    .pluck('id');
  const counts = await countInWindows(
    knex,
    ids.map((translationId) => ({ translationId, since })),
  );
  return [...counts.values()].reduce((sum, found) => sum + found, 0);
}
