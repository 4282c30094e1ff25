import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('vcs_bundles', (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    table.bigIncrements('id');
    const component = table.bigInteger('component_id').unsigned().notNullable();
    component.references('id').inTable('components').onDelete('CASCADE');
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
