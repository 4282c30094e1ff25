import type { Knex } from 'knex';
import { isMysql } from './database.ts';

/**
 * Rows of a SELECT given as text. For what nearly every request asks: building such a statement anew takes several times as
 * long as running it.
 */
export async function rawRows<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> {
  const answer = await knex.raw(sql, bindings);
  // The driver of MariaDB and MySQL gives the columns as well.
  return isMysql(knex) ? answer[0] : answer;
}

/** `?, ?, …`: as many as `values`, for an IN; nothing is in it where there are none. */
export function placeholders({ length }: readonly unknown[]): string {
  return length === 0 ? 'NULL' : `?${', ?'.repeat(length - 1)}`;
}
