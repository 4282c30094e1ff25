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

  await create('labels', (table) => {
    table.bigIncrements('id');
    const project = table.bigInteger('project_id').unsigned().notNullable();
    project.references('id').inTable('projects').onDelete('CASCADE');
    table.string('name', 190).notNullable();
    table.string('description', 250).notNullable().defaultTo('');
    table.string('color', 30).notNullable();
    table.unique(['project_id', 'name']);
  });

  /** Labels of source strings, which count in all languages. */
  await create('unit_labels', (table) => {
    const unit = table.bigInteger('unit_id').unsigned().notNullable();
    unit.references('id').inTable('units').onDelete('CASCADE');
    const label = table.bigInteger('label_id').unsigned().notNullable();
    label.references('id').inTable('labels').onDelete('CASCADE');
    table.primary(['unit_id', 'label_id']);
    table.index(['label_id', 'unit_id']);
  });
}
