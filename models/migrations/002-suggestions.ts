import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('suggestions', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    table.bigIncrements('id');
    const unit = table.bigInteger('unit_id').unsigned().notNullable();
    unit.references('id').inTable('units').onDelete('CASCADE');
    /** Null: its author is gone or was never known here. */
    table.bigInteger('user_id').unsigned().references('id').inTable('users').onDelete('SET NULL');
    /** Forms, joined as in models/forms.ts. */
    table.text('target', 'longtext').notNullable();
    table.bigInteger('timestamp').notNullable();
    table.index(['unit_id', 'id']);
  });
}
