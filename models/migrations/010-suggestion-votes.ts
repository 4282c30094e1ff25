import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Who is for a suggestion (1) and who against it (-1). */
  await createTable(knex, 'suggestion_votes', (table) => {
    owner(table, 'suggestion_id', 'suggestions');
    owner(table, 'user_id', 'users');
    table.tinyint('value').notNullable();
    table.primary(['suggestion_id', 'user_id']);
    table.index(['user_id']);
  });
}
