import type { Knex } from 'knex';

/** What components can be in, or shared with. */
export type Container = { project_id: number } | { category_id: readonly number[] };

/** Ids of the components of a project or of categories, as a subquery; those that are shared with it are among them. */
export function componentsWithin(knex: Knex, container: Container): Knex.QueryBuilder {
  const [column, ids] = placeOf(container);
  return knex('components')
    .select('components.id')
    .whereIn(`components.${column}`, ids)
    .orWhereIn('components.id', linkedInto(knex, container));
}

/** Ids of the components that are shared with a project or into categories, as a subquery. */
export function linkedInto(knex: Knex, container: Container): Knex.QueryBuilder {
  const [column, ids] = placeOf(container);
  return knex('component_links')
    .select('component_links.component_id')
    .whereIn(`component_links.${column}`, ids);
}

function placeOf(container: Container): [column: string, ids: number[]] {
  return 'project_id' in container
    ? ['project_id', [container.project_id]]
    : ['category_id', [...container.category_id]];
}
