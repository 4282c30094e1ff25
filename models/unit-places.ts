import type { Knex } from 'knex';

/**
 * Each unit says which project and language it is of, although its translation knows: so an index holds the strings that
 * are compared with each other beside each other, and those of a file that is read go into few of its pages.
 */
export interface UnitPlace {
  project_id: number;
  language_id: number;
}

/** Of the units of translations, by the ids of these. */
export async function unitPlaces(
  knex: Knex,
  translationIds: readonly number[],
): Promise<Map<number, UnitPlace>> {
  const rows: (UnitPlace & { id: number })[] = await knex('translations as t')
    .join('components as c', 'c.id', 't.component_id')
    .whereIn('t.id', translationIds)
    .select('t.id', 'c.project_id', 't.language_id');
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
