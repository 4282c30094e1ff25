import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

/** Makes a table whose texts compare byte by byte on both engines. */
export async function createTable(knex: Knex, name: string, columns: (table: Table) => void): Promise<void> {
  await knex.schema.createTable(name, (table) => {
    if (knex.client.driverName === 'mysql2') {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    columns(table);
  });
}

/** A column with the id of a row of `to`, or NULL. */
export function reference(table: Table, column: string, to: string): Knex.ReferencingColumnBuilder {
  return table.bigInteger(column).unsigned().references('id').inTable(to);
}

/** A column with the id of the row that this one belongs to and goes with. */
export function owner(table: Table, column: string, to: string): Knex.ReferencingColumnBuilder {
  return table.bigInteger(column).unsigned().notNullable().references('id').inTable(to).onDelete('CASCADE');
}
