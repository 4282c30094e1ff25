import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Components that are shown and counted in other projects too. */
  await createTable(knex, 'component_links', (table) => {
    owner(table, 'component_id', 'components');
    owner(table, 'project_id', 'projects').index();
    /** Category of that project; null: directly in the project. */
    const category = table.bigInteger('category_id').unsigned().index();
    category.references('id').inTable('categories').onDelete('SET NULL');
    table.primary(['component_id', 'project_id']);
  });
}
