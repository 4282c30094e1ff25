import type { Knex } from 'knex';
import { Row } from './row.ts';

/** A value the server keeps about itself, by name. */
export class Setting extends Row {
  static override tableName = 'settings';
  static override idColumn = 'name';
  static override json = ['value'];

  declare name: string;
  declare value: unknown;
}

/** Undefined when it was never written. */
export async function readSetting(knex: Knex, name: string): Promise<unknown> {
  const row = await Setting.query(knex).findById(name);
  return row?.value;
}

/** @param value anything JSON can say but null */
export async function writeSetting(trx: Knex, name: string, value: NonNullable<unknown>): Promise<void> {
  await Setting.query(trx).insert({ name, value }).onConflict('name').merge();
}
