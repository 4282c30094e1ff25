import type { Knex } from 'knex';

/** As the database stores it: JSON as text, booleans as 0 and 1. */
export type Value = string | number | null;

/** Rows of one statement; with the widest table it stays below SQLite's 32766 variables. */
const most = 200;
/** Characters of one statement: even at 4 bytes each, escaped, they fit the smallest packet a server may allow. */
const longest = 500_000;

/** Inserts rows that all have the same columns, many per statement. */
export async function insertRows(
  trx: Knex.Transaction,
  table: string,
  rows: readonly Record<string, Value>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const batch of batches(rows)) {
    const values = batch.flatMap((row) => columns.map((column) => row[column] ?? null));
    await trx.raw(insertStatement(table, columns, batch.length), values);
  }
}

function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const names = columns.map((column) => `\`${column}\``).join(', ');
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO \`${table}\` (${names}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}

/** The rows in groups that fit one statement each; a row too long for any stands alone. */
export function* batches<Item extends Record<string, Value>>(
  rows: readonly Item[],
  largest = most,
): Generator<Item[]> {
  let batch: Item[] = [];
  let length = 0;
  for (const row of rows) {
    const size = lengthOf(row);
    if (batch.length === largest || (batch.length > 0 && length + size > longest)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(row);
    length += size;
  }
  if (batch.length > 0) {
    yield batch;
  }
}

function lengthOf(row: Record<string, Value>): number {
  let length = 0;
  for (const value of Object.values(row)) {
    length += typeof value === 'string' ? value.length : 8;
  }
  return length;
}
