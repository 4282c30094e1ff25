import type { Knex } from 'knex';
import type { StatisticScope } from './statistic.ts';

/** Names a row of `statistics`. */
export interface StatisticKey {
  scope: StatisticScope;
  scope_id: number;
  language_id: number;
}

/** Where a translation stands; one for each pair of a project that its component is shared with and a list it is in. */
interface Place {
  component_id: number;
  language_id: number;
  project_id: number;
  category_id: number | null;
  shared_project_id: number | null;
  shared_category_id: number | null;
  list_id: number | null;
}

/**
 * The rows that sum up the translation, in the order of the table's primary key. Everybody writes them in this order, so
 * that two transactions never wait for each other.
 */
export async function rollUpsOf(knex: Knex, translationId: number): Promise<StatisticKey[]> {
  const places: Place[] = await knex('translations')
    .join('components', 'components.id', 'translations.component_id')
    .leftJoin('component_links', 'component_links.component_id', 'components.id')
    .leftJoin('component_list_members', 'component_list_members.component_id', 'components.id')
    .where('translations.id', translationId)
    .select(
      'translations.component_id',
      'translations.language_id',
      'components.project_id',
      'components.category_id',
      'component_links.project_id as shared_project_id',
      'component_links.category_id as shared_category_id',
      'component_list_members.component_list_id as list_id',
    );
  const [place] = places;
  if (!place) {
    throw new Error(`Translation ${translationId} does not exist.`);
  }
  const shared = new Map<number, number | null>();
  const lists = new Set<number>();
  for (const { shared_project_id, shared_category_id, list_id } of places) {
    if (shared_project_id !== null) {
      shared.set(shared_project_id, shared_category_id);
    }
    if (list_id !== null) {
      lists.add(list_id);
    }
  }
  const keys: StatisticKey[] = [
    { scope: 'component', scope_id: place.component_id, language_id: 0 },
    { scope: 'instance', scope_id: 0, language_id: 0 },
    { scope: 'language', scope_id: place.language_id, language_id: 0 },
  ];
  for (const id of lists) {
    keys.push({ scope: 'component_list', scope_id: id, language_id: 0 });
  }
  for (const id of [place.project_id, ...shared.keys()]) {
    keys.push({ scope: 'project', scope_id: id, language_id: 0 });
    keys.push({ scope: 'project_language', scope_id: id, language_id: place.language_id });
  }
  for (const innermost of [place.category_id, ...shared.values()]) {
    for (const id of await categoryChain(knex, innermost)) {
      keys.push({ scope: 'category', scope_id: id, language_id: 0 });
    }
  }
  return keys.sort(compareKeys);
}

/** The order of the primary key of `statistics`. */
export function compareKeys(a: StatisticKey, b: StatisticKey): number {
  if (a.scope !== b.scope) {
    return a.scope < b.scope ? -1 : 1;
  }
  return a.scope_id - b.scope_id || a.language_id - b.language_id;
}

/** A condition that selects exactly the rows of `keys`. */
export function matchKeys(keys: readonly StatisticKey[]): Knex.QueryCallback {
  return (builder) => {
    for (const { scope, scope_id, language_id } of keys) {
      builder.orWhere({ scope, scope_id, language_id });
    }
  };
}

async function categoryChain(knex: Knex, innermost: number | null): Promise<number[]> {
  const ids: number[] = [];
  for (let id = innermost; id !== null; ) {
    ids.push(id);
    const row: { category_id: number | null } | undefined = await knex('categories')
      .where('id', id)
      .first('category_id');
    id = row?.category_id ?? null;
  }
  return ids;
}
