import type { Knex } from 'knex';

/** See models/unit-places.ts. The indexes of 005-checks that began with contents and texts make way for these. */
export async function up(knex: Knex): Promise<void> {
  const mysql = knex.client.driverName === 'mysql2';
  // One statement each: MariaDB and MySQL would copy the table once for every column.
  if (mysql) {
    await knex.raw(
      `ALTER TABLE units ADD COLUMN project_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN language_id BIGINT UNSIGNED NOT NULL DEFAULT 0`,
    );
  } else {
    await knex.raw('ALTER TABLE units ADD COLUMN project_id INTEGER NOT NULL DEFAULT 0');
    await knex.raw('ALTER TABLE units ADD COLUMN language_id INTEGER NOT NULL DEFAULT 0');
  }
  await knex.raw(
    `UPDATE units SET
      project_id = (SELECT c.project_id FROM translations t JOIN components c ON c.id = t.component_id
        WHERE t.id = units.translation_id),
      language_id = (SELECT t.language_id FROM translations t WHERE t.id = units.translation_id)`,
  );
  await knex.schema.alterTable('units', (table) => {
    table.dropIndex([], 'units_content_hash_translation_id_index');
    table.dropIndex([], 'units_target_translation_id_index');
    table.index(['project_id', 'language_id', 'content_hash', 'translation_id'], 'units_contents_index');
  });
  const columns = mysql
    ? '(project_id, language_id, target_crc, translation_id)'
    : "(project_id, language_id, substr(target, 1, 20) || substr(target, -40), translation_id) WHERE target <> ''";
  await knex.raw(`CREATE INDEX units_texts_index ON units ${columns}`);
}
