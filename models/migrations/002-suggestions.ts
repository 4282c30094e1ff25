import type { Knex } from 'knex';
import { createTable, owner, reference } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'suggestions', (table) => {
    table.bigIncrements('id');
    owner(table, 'unit_id', 'units');
    /** Null: its author is gone or was never known here. */
    reference(table, 'user_id', 'users').onDelete('SET NULL');
    /** Forms, joined as in models/forms.ts. */
    table.text('target', 'longtext').notNullable();
    table.bigInteger('timestamp').notNullable();
    table.index(['unit_id', 'id']);
  });
}
