import type { Knex } from 'knex';
import { createTable, owner, reference } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /**
   * Source strings that some languages have under a new name while others still have the former one. Nothing is left of a
   * row when one of both goes.
   */
  await createTable(knex, 'source_renames', (table) => {
    reference(table, 'unit_id', 'units').onDelete('CASCADE').primary();
    owner(table, 'former_id', 'units').index();
  });
}
