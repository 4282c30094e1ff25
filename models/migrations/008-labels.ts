import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'labels', (table) => {
    table.bigIncrements('id');
    owner(table, 'project_id', 'projects');
    table.string('name', 190).notNullable();
    table.string('description', 250).notNullable().defaultTo('');
    table.string('color', 30).notNullable();
    table.unique(['project_id', 'name']);
  });

  /** Labels of source strings, which count in all languages. */
  await createTable(knex, 'unit_labels', (table) => {
    owner(table, 'unit_id', 'units');
    owner(table, 'label_id', 'labels');
    table.primary(['unit_id', 'label_id']);
    table.index(['label_id', 'unit_id']);
  });
}
