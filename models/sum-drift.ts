import type { Knex } from 'knex';
import { type Counts, countColumns } from './counted.ts';
import type { Database } from './database.ts';
import { compare, type Drift, inSnapshot } from './drift.ts';

/** Sums that one query over the translations can prove; those of categories need a walk up the tree. */
const scopes = {
  component: 'translations.component_id',
  language: 'translations.language_id',
  project: 'components.project_id',
} as const;

/**
 * Compares the sums of components, languages and projects with what is stored for their translations. Reads no units, so
 * it costs one look at the table of translations for each kind of sum.
 */
export async function findSumDrift(db: Database): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const scope of Object.keys(scopes) as (keyof typeof scopes)[]) {
    found.push(...(await inSnapshot(db, (knex) => compareScope(knex, scope))));
  }
  return found;
}

async function compareScope(knex: Knex, scope: keyof typeof scopes): Promise<Drift[]> {
  const sums: (Counts & { scope_id: number })[] = await knex('translations')
    .join('components', 'components.id', 'translations.component_id')
    .groupBy(scopes[scope])
    .select({ scope_id: scopes[scope] })
    .sum(Object.fromEntries(countColumns.map((column) => [column, `translations.${column}`])));
  const rows: (Counts & { scope_id: number })[] = await knex('statistics').where({ scope, language_id: 0 });
  const stored = new Map(rows.map((row) => [row.scope_id, row]));
  return sums.flatMap((sum) => {
    const place = { scope, scope_id: sum.scope_id, language_id: 0 };
    return compare(place, numbersOf(stored.get(sum.scope_id)), numbersOf(sum));
  });
}

/** Only the counters: when something last changed is not a sum. MariaDB gives sums as text. */
function numbersOf(row: Counts | undefined): Counts & { last_change_at: null } {
  const numbers = Object.fromEntries(countColumns.map((column) => [column, Number(row?.[column] ?? 0)]));
  return { ...(numbers as Counts), last_change_at: null };
}
