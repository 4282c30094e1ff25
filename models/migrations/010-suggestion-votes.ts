import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  /** Who is for a suggestion (1) and who against it (-1). */
  await knex.schema.createTable('suggestion_votes', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    const suggestion = table.bigInteger('suggestion_id').unsigned().notNullable();
    suggestion.references('id').inTable('suggestions').onDelete('CASCADE');
    const user = table.bigInteger('user_id').unsigned().notNullable();
    user.references('id').inTable('users').onDelete('CASCADE');
    table.tinyint('value').notNullable();
    table.primary(['suggestion_id', 'user_id']);
    table.index(['user_id']);
  });
}
