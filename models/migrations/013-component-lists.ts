import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  async function create(name: string, columns: (table: Knex.CreateTableBuilder) => void): Promise<void> {
    await knex.schema.createTable(name, (table) => {
      if (knex.client.driverName === 'mysql2') {
        table.charset('utf8mb4');
        table.collate('utf8mb4_bin');
      }
      columns(table);
    });
  }
  const reference = (table: Knex.CreateTableBuilder, column: string, to: string) =>
    table.bigInteger(column).unsigned().notNullable().references('id').inTable(to).onDelete('CASCADE');

  /** Choices of components, of any projects. Their sums are in `statistics` with the scope component_list. */
  await create('component_lists', (table) => {
    table.bigIncrements('id');
    table.string('name', 100).notNullable().unique();
    table.string('slug', 100).notNullable().unique();
    table.boolean('show_dashboard').notNullable().defaultTo(1);
  });

  await create('component_list_members', (table) => {
    reference(table, 'component_id', 'components');
    reference(table, 'component_list_id', 'component_lists');
    table.primary(['component_id', 'component_list_id']);
    table.index(['component_list_id', 'component_id']);
  });

  /** Which components a list takes in when they are made or renamed: expressions for the slugs. */
  await create('component_list_rules', (table) => {
    table.bigIncrements('id');
    reference(table, 'component_list_id', 'component_lists').index();
    table.string('project_match', 200).notNullable();
    table.string('component_match', 200).notNullable();
  });
}
