import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Who has edited strings of which translations. */
  await createTable(knex, 'contributors', (table) => {
    owner(table, 'translation_id', 'translations');
    owner(table, 'user_id', 'users');
    table.primary(['translation_id', 'user_id']);
    table.index(['user_id', 'translation_id']);
  });
  await knex.raw(`
    INSERT INTO contributors (translation_id, user_id)
    SELECT DISTINCT changes.translation_id, changes.user_id
    FROM changes
    JOIN translations ON translations.id = changes.translation_id
    JOIN users ON users.id = changes.user_id
    WHERE changes.unit_id IS NOT NULL
  `);
}
