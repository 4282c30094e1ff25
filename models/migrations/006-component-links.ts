import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  /** Components that are shown and counted in other projects too. */
  await knex.schema.createTable('component_links', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    const component = table.bigInteger('component_id').unsigned().notNullable();
    component.references('id').inTable('components').onDelete('CASCADE');
    const project = table.bigInteger('project_id').unsigned().notNullable().index();
    project.references('id').inTable('projects').onDelete('CASCADE');
    /** Category of that project; null: directly in the project. */
    const category = table.bigInteger('category_id').unsigned().index();
    category.references('id').inTable('categories').onDelete('SET NULL');
    table.primary(['component_id', 'project_id']);
  });
}
