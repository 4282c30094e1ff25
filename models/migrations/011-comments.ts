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

  await create('comments', (table) => {
    table.bigIncrements('id');
    const unit = table.bigInteger('unit_id').unsigned().notNullable();
    unit.references('id').inTable('units').onDelete('CASCADE');
    /** Null: its author is gone. */
    table.bigInteger('user_id').unsigned().references('id').inTable('users').onDelete('SET NULL');
    table.text('comment', 'longtext').notNullable();
    table.bigInteger('timestamp').notNullable();
    table.boolean('resolved').notNullable().defaultTo(0);
    table.index(['unit_id', 'resolved', 'id']);
  });

  await create('screenshots', (table) => {
    table.bigIncrements('id');
    const translation = table.bigInteger('translation_id').unsigned().notNullable();
    translation.references('id').inTable('translations').onDelete('CASCADE');
    table.string('name', 200).notNullable();
    /** Name of the file below the data folder. */
    table.string('image', 200).notNullable();
    /** The file in the repository that the image follows; '': none. */
    table.string('repository_filename', 400).notNullable().defaultTo('');
    table.bigInteger('user_id').unsigned().references('id').inTable('users').onDelete('SET NULL');
    table.bigInteger('timestamp').notNullable();
    table.index(['translation_id', 'id']);
  });

  /** Strings that a screenshot shows. */
  await create('screenshot_units', (table) => {
    const screenshot = table.bigInteger('screenshot_id').unsigned().notNullable();
    screenshot.references('id').inTable('screenshots').onDelete('CASCADE');
    const unit = table.bigInteger('unit_id').unsigned().notNullable();
    unit.references('id').inTable('units').onDelete('CASCADE');
    table.primary(['screenshot_id', 'unit_id']);
    table.index(['unit_id', 'screenshot_id']);
  });
}
