import type { Knex } from 'knex';
import { componentsWithin } from './components-within.ts';
import type { StatisticKey } from './roll-ups.ts';

/** Looks up the newest change of each of the sums anew: after translations left them. */
export async function refreshNewest(trx: Knex.Transaction, keys: readonly StatisticKey[]): Promise<void> {
  for (const key of keys) {
    const newest: { last_change_at: number; last_author_id: number | null } | undefined = await trx(
      'translations',
    )
      .whereNotNull('last_change_at')
      .where(await belongTo(trx, key))
      .orderBy('last_change_at', 'desc')
      .first('last_change_at', 'last_author_id');
    await trx('statistics')
      .where({ scope: key.scope, scope_id: key.scope_id, language_id: key.language_id })
      .update(newest ?? { last_change_at: null, last_author_id: null });
  }
}

/** A condition on translations: that the sum `key` includes them. */
async function belongTo(trx: Knex.Transaction, key: StatisticKey): Promise<Knex.QueryCallback> {
  switch (key.scope) {
    case 'component':
      return (query) => query.where('component_id', key.scope_id);
    case 'category': {
      const components = componentsWithin(trx, { category_id: await subtree(trx, key.scope_id) });
      return (query) => query.whereIn('component_id', components);
    }
    case 'component_list': {
      const members = trx('component_list_members').where('component_list_id', key.scope_id);
      return (query) => query.whereIn('component_id', members.select('component_id'));
    }
    case 'project': {
      const components = componentsWithin(trx, { project_id: key.scope_id });
      return (query) => query.whereIn('component_id', components);
    }
    case 'project_language': {
      const components = componentsWithin(trx, { project_id: key.scope_id });
      return (query) => query.whereIn('component_id', components).where('language_id', key.language_id);
    }
    case 'language':
      return (query) => query.where('language_id', key.scope_id);
    case 'instance':
      return (query) => query;
  }
}

/** The category and those inside it, at any depth. */
export async function subtree(knex: Knex, categoryId: number): Promise<number[]> {
  const ids = [categoryId];
  for (const id of ids) {
    ids.push(...(await knex('categories').where('category_id', id).pluck('id')));
  }
  return ids;
}
