import type { Knex } from 'knex';
import { contentActions } from '../models/actions.ts';
import { linkedInto } from '../models/components-within.ts';

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

/** Number of recent changes of each language of a project, by the language's id; shared components count. */
export async function recentOfProjectLanguages(knex: Knex, projectId: number): Promise<Map<number, number>> {
  const recent = new Map<number, number>();
  const shared: number[] = await linkedInto(knex, { project_id: projectId }).pluck('component_id');
  const parts = [knex('changes').where('changes.project_id', projectId)];
  if (shared.length > 0) {
    parts.push(knex('changes').whereIn('changes.component_id', shared));
  }
  for (const changes of parts) {
    const rows: RecentRow[] = await changes
      .join('statistics', (join) =>
        join
          .on('statistics.language_id', 'changes.language_id')
          .andOnVal('statistics.scope_id', projectId)
          .andOnVal('statistics.scope', 'project_language'),
      )
      .whereRaw('changes.timestamp > statistics.last_change_at - ?', [recentMs])
      .whereIn('changes.action', contentActions)
      .groupBy('changes.language_id')
      .select('changes.language_id as id')
      .count({ recent: '*' });
    for (const { id, recent: found } of rows) {
      recent.set(id, (recent.get(id) ?? 0) + found);
    }
  }
  return recent;
}
