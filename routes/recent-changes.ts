import type { Knex } from 'knex';
import { contentActions } from '../models/actions.ts';

/** Changes of contents count as recent from this long before the newest change of their object. */
const recentMs = 6 * 60 * 60 * 1000;

interface RecentRow {
  id: number;
  recent: number;
}

/** Number of recent changes of each of the translations; those without any are not in the map. */
export async function recentOfTranslations(knex: Knex, ids: readonly number[]): Promise<Map<number, number>> {
  const rows: RecentRow[] = await knex('changes')
    .join('translations', 'translations.id', 'changes.translation_id')
    .whereIn('changes.translation_id', ids)
    .whereRaw('changes.timestamp > translations.last_change_at - ?', [recentMs])
    .whereIn('changes.action', contentActions)
    .groupBy('changes.translation_id')
    .select('changes.translation_id as id')
    .count({ recent: '*' });
  return new Map(rows.map(({ id, recent }) => [id, recent]));
}

/** Number of recent changes of each language of a project, by the language's id. */
export async function recentOfProjectLanguages(knex: Knex, projectId: number): Promise<Map<number, number>> {
  const rows: RecentRow[] = await knex('changes')
    .join('statistics', (join) =>
      join
        .on('statistics.scope_id', 'changes.project_id')
        .andOn('statistics.language_id', 'changes.language_id')
        .andOnVal('statistics.scope', 'project_language'),
    )
    .where('changes.project_id', projectId)
    .whereRaw('changes.timestamp > statistics.last_change_at - ?', [recentMs])
    .whereIn('changes.action', contentActions)
    .groupBy('changes.language_id')
    .select('changes.language_id as id')
    .count({ recent: '*' });
  return new Map(rows.map(({ id, recent }) => [id, recent]));
}
