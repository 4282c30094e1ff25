import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  /**
   * Source strings that some languages have under a new name while others still have the former one. Nothing is left of a
   * row when one of both goes.
   */
  await knex.schema.createTable('source_renames', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    const unit = table.bigInteger('unit_id').unsigned().primary();
    unit.references('id').inTable('units').onDelete('CASCADE');
    const former = table.bigInteger('former_id').unsigned().notNullable().index();
    former.references('id').inTable('units').onDelete('CASCADE');
  });
}
