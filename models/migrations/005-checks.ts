import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  const mysql = knex.client.driverName === 'mysql2';
  await createTable(knex, 'unit_checks', (table) => {
    owner(table, 'unit_id', 'units');
    /** Id of the check in the API. */
    table.string('name', 50).notNullable();
    /** Somebody has looked at it and found nothing wrong. */
    table.boolean('dismissed').notNullable().defaultTo(0);
    table.primary(['unit_id', 'name']);
    table.index(['name', 'unit_id']);
  });
  await knex.schema.alterTable('units', (table) => {
    /** Of a string, the languages in which it fails checks. */
    table.index(['source_unit_id', 'has_failing_check']);
    /** The same string in other translations; found by the contents alone it would be read in all languages. */
    table.index(['content_hash', 'translation_id']);
  });
  // Equal texts are found by their ends, where texts that begin alike differ; MariaDB and MySQL can make checksums.
  if (mysql) {
    await knex.raw('ALTER TABLE units ADD COLUMN target_crc INT UNSIGNED AS (CRC32(target)) VIRTUAL');
    await knex.raw('CREATE INDEX units_target_translation_id_index ON units (target_crc, translation_id)');
  } else {
    const columns = "(substr(target, 1, 20) || substr(target, -40), translation_id) WHERE target <> ''";
    await knex.raw(`CREATE INDEX units_target_translation_id_index ON units ${columns}`);
  }
  if (!mysql) {
    // SQLite reads in the thread that answers requests, so it must not look through a language for its few flags.
    const flagged = "units (translation_id) WHERE extra_flags <> ''";
    await knex.raw(`CREATE INDEX units_translation_id_extra_flags_index ON ${flagged}`);
  }
  // The longer indexes begin with these.
  await knex.schema.alterTable('units', (table) => {
    table.dropIndex(['source_unit_id']);
    table.dropIndex(['content_hash']);
  });
}
