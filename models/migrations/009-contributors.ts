import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  /** Who has edited strings of which translations. */
  await knex.schema.createTable('contributors', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    const translation = table.bigInteger('translation_id').unsigned().notNullable();
    translation.references('id').inTable('translations').onDelete('CASCADE');
    const user = table.bigInteger('user_id').unsigned().notNullable();
    user.references('id').inTable('users').onDelete('CASCADE');
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
