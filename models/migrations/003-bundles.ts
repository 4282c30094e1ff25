import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'vcs_bundles', (table) => {
    table.bigIncrements('id');
    owner(table, 'component_id', 'components');
    /** Order of a component's bundles; each builds on the one before. */
    table.integer('seq').notNullable();
    /** A bundle takes as many rows as its size asks for: part 0, 1, … */
    table.integer('part').notNullable();
    /** Commit that the bundle builds on; null: it has the whole history. */
    table.string('base_sha', 40);
    table.string('tip_sha', 40).notNullable();
    table.specificType('data', 'longblob').notNullable();
    table.unique(['component_id', 'seq', 'part']);
  });
}
