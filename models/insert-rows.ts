import type BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { isMysql } from './database.ts';

/** As the database stores it: JSON as text, booleans as 0 and 1. */
export type Value = string | number | null;

/** Rows of one statement; with the widest table it stays below SQLite's 32766 variables. */
const most = 200;
/** Characters of one statement: even at 4 bytes each, escaped, they fit the smallest packet a server may allow. */
const longest = 500_000;

/** Inserts rows that all have the same columns. */
export async function insertRows(
  trx: Knex.Transaction,
  table: string,
  rows: readonly Record<string, Value>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (!isMysql(trx)) {
    await insertEach(trx, table, columns, rows);
    return;
  }
  for (const batch of batches(rows)) {
    const values = batch.flatMap((row) => valuesOf(row, columns));
    await trx.raw(insertStatement(table, columns, batch.length), values);
  }
}

/**
 * To SQLite a statement is a call and no journey: one that is prepared once and run for each row takes half the time of
 * one for many rows, whose text would have to be read. Knex would need more for each row than SQLite.
 */
async function insertEach(
  trx: Knex.Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, Value>[],
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  if (trx.isCompleted()) {
    throw new Error('The transaction is over.');
  }
  const connection: BetterSqlite.Database = await trx.client.acquireConnection();
  const statement = connection.prepare(insertStatement(table, columns, 1));
  for (const row of rows) {
    statement.run(valuesOf(row, columns));
  }
}

function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const names = columns.map((column) => `\`${column}\``).join(', ');
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO \`${table}\` (${names}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}

function valuesOf(row: Record<string, Value>, columns: readonly string[]): Value[] {
  return columns.map((column) => row[column] ?? null);
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
