import type { Knex } from 'knex';

/**
 * Each unit says which project and language it is of, although its translation knows: so an index holds the strings that
 * are compared with each other beside each other, and those of a file that is read go into few of its pages.
 */
export interface UnitPlace {
  project_id: number;
  language_id: number;
}

/** What new units of a translation follow. */
export interface NewUnitPlace extends UnitPlace {
  is_source: number;
  /** Of the component. */
  variant_regex: string;
}

/** Places by the ids of translations. */
export async function unitPlaces(
  knex: Knex,
  translationIds: readonly number[],
): Promise<Map<number, NewUnitPlace>> {
  const rows: (NewUnitPlace & { id: number })[] = await knex('translations as t')
    .join('components as c', 'c.id', 't.component_id')
    .whereIn('t.id', translationIds)
    .select('t.id', 't.language_id', 't.is_source', 'c.project_id', 'c.variant_regex');
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
