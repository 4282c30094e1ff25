import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('translations', (table) => {
    /** Grows with each transaction that writes strings of the translation. */
    table.bigInteger('strings_version').notNullable().defaultTo(0);
    /** Of a glossary: its strings, at this version, have been compared with those that use them. */
    table.bigInteger('followed_version').notNullable().defaultTo(0);
  });
  await knex.schema.alterTable('components', (table) => {
    table.index(['is_glossary', 'project_id']);
  });
}
