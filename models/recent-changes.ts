import type { Knex } from 'knex';
import { contentActions } from './actions.ts';

/** Changes of contents count as recent from this long before the newest change of their object. */
export const recentMs = 6 * 60 * 60 * 1000;

/** From when on the changes of a translation count. */
export interface Window {
  translationId: number;
  /** Milliseconds; this moment itself does not count. */
  since: number;
}

/** SQLite takes 500 parts of one statement. */
const mostParts = 200;

/**
 * Number of changes of contents in each window, by the translation. Each translation has a part of the statement with its
 * own time as a constant: in a join MariaDB would read the whole history of each.
 */
export async function countInWindows(knex: Knex, windows: readonly Window[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let start = 0; start < windows.length; start += mostParts) {
    const rows: { id: number; recent: number }[] = await countsIn(
      knex,
      windows.slice(start, start + mostParts),
    );
    for (const { id, recent } of rows) {
      counts.set(id, recent);
    }
  }
  return counts;
}

/** Gives a row with `id` and `recent` for each window, of which there is one at least. */
export function countsIn(knex: Knex, windows: readonly Window[]): Knex.QueryBuilder {
  const [first, ...others] = windows.map(({ translationId, since }) =>
    knex('changes')
      .where('translation_id', translationId)
      .where('timestamp', '>', since)
      .whereRaw(`action IN (${contentActions.join(', ')})`)
      .select(knex.raw('? AS id, COUNT(*) AS recent', [translationId])),
  );
  return first!.unionAll(others);
}
