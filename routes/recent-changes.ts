import type { Knex } from 'knex';
import { contentActions } from '../models/actions.ts';
import { componentsWithin } from '../models/components-within.ts';
import { placeholders, rawRows } from '../models/raw-rows.ts';

/** Changes of contents count as recent from this long before the newest change of their object. */
const recentMs = 6 * 60 * 60 * 1000;

interface RecentRow {
  id: number;
  recent: number;
}

/** Number of recent changes of each of the translations; those without any are not in the map. */
export async function recentOfTranslations(knex: Knex, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rawRows<RecentRow>(
    knex,
    `SELECT changes.translation_id AS id, COUNT(*) AS recent
      FROM changes JOIN translations ON translations.id = changes.translation_id
      WHERE changes.translation_id IN (${placeholders(ids)})
        AND changes.timestamp > translations.last_change_at - ? AND changes.action IN (${placeholders(contentActions)})
      GROUP BY changes.translation_id`,
    [...ids, recentMs, ...contentActions],
  );
  return new Map(rows.map(({ id, recent }) => [id, recent]));
}

/**
 * Number of recent changes of each language of a project, by the language's id; shared components count. Changes are looked
 * up translation by translation: a language that rests would otherwise have all that happened in the project since counted.
 */
export async function recentOfProjectLanguages(knex: Knex, projectId: number): Promise<Map<number, number>> {
  const rows: RecentRow[] = await knex('translations')
    .join('statistics', (join) =>
      join
        .on('statistics.language_id', 'translations.language_id')
        .andOnVal('statistics.scope_id', projectId)
        .andOnVal('statistics.scope', 'project_language'),
    )
    .join('changes', 'changes.translation_id', 'translations.id')
    .whereIn('translations.component_id', componentsWithin(knex, { project_id: projectId }))
    .whereRaw('changes.timestamp > statistics.last_change_at - ?', [recentMs])
    .whereIn('changes.action', contentActions)
    .groupBy('translations.language_id')
    .select('translations.language_id as id')
    .count({ recent: '*' });
  return new Map(rows.map(({ id, recent }) => [id, recent]));
}
