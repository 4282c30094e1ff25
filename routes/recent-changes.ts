import type { Knex } from 'knex';
import { componentsWithin } from '../models/components-within.ts';
import { countInWindows, recentMs } from '../models/recent-changes.ts';
import type { StatisticNumbers } from '../models/statistics.ts';
import type { Translation } from '../models/translation.ts';

/** Number of recent changes of each of the translations, by its id. */
export function recentOfTranslations(
  knex: Knex,
  translations: readonly Translation[],
): Promise<Map<number, number>> {
  const windows = translations.flatMap(({ id, last_change_at: newest }) =>
    newest === null ? [] : { translationId: id, since: newest - recentMs },
  );
  return countInWindows(knex, windows);
}

/**
 * Number of recent changes of languages of a project, by the language's id; shared components count. Only translations
 * that changed since their language's time can have some.
 */
export async function recentOfProjectLanguages(
  knex: Knex,
  projectId: number,
  statistics: ReadonlyMap<number, Pick<StatisticNumbers, 'last_change_at'>>,
): Promise<Map<number, number>> {
  const rows: { id: number; language_id: number; last_change_at: number }[] = await knex('translations')
    .whereIn('component_id', componentsWithin(knex, { project_id: projectId }))
    .whereIn('language_id', [...statistics.keys()])
    .whereNotNull('last_change_at')
    .select('id', 'language_id', 'last_change_at');
  const windows = rows.flatMap(({ id, language_id, last_change_at }) => {
    const since = (statistics.get(language_id)?.last_change_at ?? 0) - recentMs;
    return last_change_at > since ? { translationId: id, since } : [];
  });
  const counts = await countInWindows(knex, windows);
  const recent = new Map<number, number>();
  for (const { id, language_id } of rows) {
    recent.set(language_id, (recent.get(language_id) ?? 0) + (counts.get(id) ?? 0));
  }
  return recent;
}
