import type { Knex } from 'knex';

/** The clean-up asks of each file whether a screenshot has it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('screenshots', (table) => {
    table.index(['image']);
  });
}
