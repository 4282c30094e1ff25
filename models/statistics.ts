import type { Knex } from 'knex';
import { contentActions } from './actions.ts';
import { componentsWithin, linkedInto } from './components-within.ts';
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
  const since = lastChangeAt - sixHours;
  const recent = (narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder) =>
    countRows(narrow(knex('changes').where('timestamp', '>', since).whereIn('action', contentActions)));
  switch (key.scope) {
    case 'translation':
      return recent((query) => query.where('translation_id', key.scope_id));
    case 'component':
      return recent((query) => query.where('component_id', key.scope_id));
    case 'category': {
      const components = componentsWithin(knex, { category_id: await subtree(knex, key.scope_id) });
      return recent((query) => query.whereIn('component_id', components));
    }
    case 'project':
    case 'project_language': {
      const language = key.scope === 'project' ? {} : { language_id: key.language_id };
      const shared: number[] = await linkedInto(knex, { project_id: key.scope_id }).pluck('component_id');
      const own = await recent((query) => query.where({ project_id: key.scope_id, ...language }));
      return shared.length === 0
        ? own
        : own + (await recent((query) => query.whereIn('component_id', shared).where(language)));
    }
    case 'language':
      return recent((query) => query.where('language_id', key.scope_id));
    case 'instance':
      return recent((query) => query);
  }
}

async function countRows(query: Knex.QueryBuilder): Promise<number> {
  const row: { found: number } | undefined = await query.count({ found: '*' }).first();
  return row?.found ?? 0;
}

const sixHours = 6 * 60 * 60 * 1000;
