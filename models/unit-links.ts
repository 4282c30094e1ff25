import type { Knex } from 'knex';
import { insertRows } from './insert-rows.ts';

/** What strings are tied to, many to many: table and column of the other end. */
export interface UnitLink {
  table: string;
  column: string;
}

/** Ties a string to all that another one is tied to, on top of what it has. */
export async function takeLinks(
  trx: Knex.Transaction,
  { table, column }: UnitLink,
  from: number,
  to: number,
): Promise<void> {
  const ids: number[] = await trx(table).where('unit_id', from).pluck(column);
  const present: number[] = await trx(table).where('unit_id', to).pluck(column);
  const missing = ids.filter((id) => !present.includes(id));
  await insertRows(
    trx,
    table,
    missing.map((id) => ({ unit_id: to, [column]: id })),
  );
}
