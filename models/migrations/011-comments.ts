import type { Knex } from 'knex';
import { createTable, owner, reference } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'comments', (table) => {
    table.bigIncrements('id');
    owner(table, 'unit_id', 'units');
    /** Null: its author is gone. */
    reference(table, 'user_id', 'users').onDelete('SET NULL');
    table.text('comment', 'longtext').notNullable();
    table.bigInteger('timestamp').notNullable();
    table.boolean('resolved').notNullable().defaultTo(0);
    table.index(['unit_id', 'resolved', 'id']);
  });

  await createTable(knex, 'screenshots', (table) => {
    table.bigIncrements('id');
    owner(table, 'translation_id', 'translations');
    table.string('name', 200).notNullable();
    /** Name of the file below the data folder. */
    table.string('image', 200).notNullable();
    /** The file in the repository that the image follows; '': none. */
    table.string('repository_filename', 400).notNullable().defaultTo('');
    reference(table, 'user_id', 'users').onDelete('SET NULL');
    table.bigInteger('timestamp').notNullable();
    table.index(['translation_id', 'id']);
  });

  /** Strings that a screenshot shows. */
  await createTable(knex, 'screenshot_units', (table) => {
    owner(table, 'screenshot_id', 'screenshots');
    owner(table, 'unit_id', 'units');
    table.primary(['screenshot_id', 'unit_id']);
    table.index(['unit_id', 'screenshot_id']);
  });
}
