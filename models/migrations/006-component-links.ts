import type { Knex } from 'knex';
import { createTable, owner, reference } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Components that are shown and counted in other projects too. */
  await createTable(knex, 'component_links', (table) => {
    owner(table, 'component_id', 'components');
    owner(table, 'project_id', 'projects').index();
    /** Category of that project; null: directly in the project. */
    reference(table, 'category_id', 'categories').onDelete('SET NULL').index();
    table.primary(['component_id', 'project_id']);
  });
}
