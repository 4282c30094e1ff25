import type { Knex } from 'knex';

/** Components with strings of which it is to be found out which groups they name. */
export function componentsWithWaiting(
  knex: Knex,
): Promise<{ id: number; linked_component_id: number | null }[]> {
  const waiting = knex('unit_variants').whereNull('name').distinct('translation_id');
  return knex('components')
    .whereIn('id', knex('translations').whereIn('id', waiting).select('component_id'))
    .orderBy('id')
    .select('id', 'linked_component_id');
}

/** Ids of strings of a translation of which it is to be found out which groups they name, at most `most`. */
export function waitingUnits(knex: Knex, translationId: number, most: number): Promise<number[]> {
  return knex('unit_variants')
    .where('translation_id', translationId)
    .whereNull('name')
    .limit(most)
    .pluck('unit_id');
}

/**
 * For a change of the component's expression: whoever adds strings holds their translation until they are committed,
 * and the next one reads the new expression.
 */
export async function lockVariants(trx: Knex.Transaction, componentId: number): Promise<void> {
  await trx('translations').where({ component_id: componentId, is_source: 1 }).forUpdate().select('id');
}
