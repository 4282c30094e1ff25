import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /**
   * Source strings that some languages have under a new name while others still have the former one. Nothing is left of a
   * row when one of both goes.
   */
  await createTable(knex, 'source_renames', (table) => {
    const unit = table.bigInteger('unit_id').unsigned().primary();
    unit.references('id').inTable('units').onDelete('CASCADE');
    owner(table, 'former_id', 'units').index();
  });
}
