import type { Knex } from 'knex';
import { type Counts, countColumns } from './counted.ts';
import { addCounts } from './counts.ts';
import type { Database } from './database.ts';
import { compare, type Drift, inSnapshot } from './drift.ts';

/** Sums that one query over the translations can prove; those of categories need a walk up the tree. */
const scopes = {
  component: 'translations.component_id',
  component_list: 'component_list_members.component_list_id',
  language: 'translations.language_id',
  project: 'components.project_id',
} as const;

/**
 * Compares the sums of components, component lists, languages and projects with what is stored for their translations.
 * Reads no units, so it costs one look at the table of translations for each kind of sum.
 */
export async function findSumDrift(db: Database): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const scope of Object.keys(scopes) as (keyof typeof scopes)[]) {
    found.push(...(await inSnapshot(db, (knex) => compareScope(knex, scope))));
  }
  return found;
}

async function compareScope(knex: Knex, scope: keyof typeof scopes): Promise<Drift[]> {
  const translations = knex('translations').join('components', 'components.id', 'translations.component_id');
  if (scope === 'component_list') {
    translations.join('component_list_members', 'component_list_members.component_id', 'components.id');
  }
  const sums = await sumBy(scopes[scope], translations);
  if (scope === 'project') {
    await addShared(knex, sums);
  }
  const rows: (Counts & { scope_id: number })[] = await knex('statistics').where({ scope, language_id: 0 });
  const stored = new Map(rows.map((row) => [row.scope_id, row]));
  return [...sums].flatMap(([id, sum]) => {
    const place = { scope, scope_id: id, language_id: 0 };
    return compare(place, numbersOf(stored.get(id)), sum);
  });
}

type Sums = Map<number, Counts & { last_change_at: null }>;

async function sumBy(column: string, translations: Knex.QueryBuilder): Promise<Sums> {
  const rows: (Counts & { scope_id: number })[] = await translations
    .groupBy(column)
    .select({ scope_id: column })
    .sum(Object.fromEntries(countColumns.map((name) => [name, `translations.${name}`])));
  return new Map(rows.map((row) => [row.scope_id, numbersOf(row)]));
}

/** Components count in the projects they are shared with too. */
async function addShared(knex: Knex, sums: Sums): Promise<void> {
  const shared = await sumBy(
    'component_links.project_id',
    knex('translations').join('component_links', 'component_links.component_id', 'translations.component_id'),
  );
  for (const [id, part] of shared) {
    const sum = sums.get(id) ?? numbersOf(undefined);
    addCounts(sum, part);
    sums.set(id, sum);
  }
}

/** Only the counters: when something last changed is not a sum. MariaDB gives sums as text. */
function numbersOf(row: Counts | undefined): Counts & { last_change_at: null } {
  const numbers = Object.fromEntries(countColumns.map((column) => [column, Number(row?.[column] ?? 0)]));
  return { ...(numbers as Counts), last_change_at: null };
}
