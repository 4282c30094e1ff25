import { setTimeout as delay } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import knexBuilder, { type Knex } from 'knex';
import { type DatabaseLocation, knexConfig, publicUrl, sqliteReaderConfig } from './database-config.ts';
import { migrationNames } from './migrations/list.ts';

export interface Database {
  /** On SQLite it has one connection: inside `transaction` use only the transaction, or wait for ever. */
  writer: Knex;
  /** For reading outside transactions; never waits for a transaction of the writer. */
  reader: Knex;
  engine: 'sqlite' | 'mysql';
  /**
   * Runs `work` in one transaction. On MariaDB and MySQL it runs again when the server ends it to break a deadlock, and
   * when a value that must be unique is there already; so it must have no effects but on the database. Never wait for git,
   * HTTP or a worker in it.
   */
  transaction<T>(work: (trx: Knex.Transaction) => Promise<T>, durability?: Durability): Promise<T>;
  close(): Promise<void>;
}

/**
 * What a power cut right after a transaction may do to it. `lasting`, the default: nothing. `repeatable`: undo it, until
 * the next lasting one, which keeps both; for work that is found undone and done again. On SQLite it does not wait for the
 * disk; MariaDB and MySQL do with all transactions what they are set up for. The end of the process harms neither.
 */
export type Durability = 'lasting' | 'repeatable';

/**
 * Connects, without migrating.
 * @throws {Error} that names the server (never the password) when it cannot be reached.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const writer = knexBuilder(knexConfig(location));
  const engine = location.url === null ? 'sqlite' : 'mysql';
  try {
    await checkConnection(writer, engine);
  } catch (error) {
    await writer.destroy();
    const place = location.url === null ? location.folder : publicUrl(location.url);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot open the database at ${place}: ${reason}`, { cause: error });
  }
  const reader = location.url === null ? knexBuilder(sqliteReaderConfig(location.folder)) : writer;

  return {
    writer,
    reader,
    engine,
    transaction(work, durability = 'lasting') {
      const isHasty = durability === 'repeatable' && engine === 'sqlite';
      return isHasty ? inHastyTransaction(writer, work) : inTransaction(writer, work);
    },
    async close() {
      if (reader !== writer) {
        await reader.destroy();
      }
      await writer.destroy();
    },
  };
}

/** Whether `knex` talks to MariaDB or MySQL, for the few statements that must differ. */
export function isMysql(knex: Knex): boolean {
  return knex.client.driverName === 'mysql2';
}

/**
 * Brings the schema up to date and returns the names of the migrations it ran.
 * @throws {Error} when the database was made by a newer version.
 */
export async function migrate(db: Database): Promise<string[]> {
  return db.engine === 'sqlite' ? migrateSqlite(db.writer) : migrateMysql(db.writer);
}

/**
 * All or nothing, in a transaction that holds the write lock. Foreign keys are off meanwhile: to change a table SQLite
 * copies and drops it, and the drop would delete the rows that refer to it.
 */
async function migrateSqlite(knex: Knex): Promise<string[]> {
  const names = await knex.transaction((trx) => runMigrations(trx), { enforceForeignCheck: false });
  await knex.raw('PRAGMA foreign_keys = ON');
  return names;
}

/** Statements that change a table commit at once there, so a lock of the server keeps a second process out. */
async function migrateMysql(knex: Knex): Promise<string[]> {
  return knex.transaction(async (holder) => {
    const name = "CONCAT('dragoman:', MD5(DATABASE()))";
    const [[row]] = await holder.raw(`SELECT GET_LOCK(${name}, 600) AS taken`);
    if (row.taken !== 1) {
      throw new Error('Another process has been migrating this database for ten minutes.');
    }
    try {
      return await runMigrations(knex);
    } finally {
      await holder.raw(`SELECT RELEASE_LOCK(${name})`);
    }
  });
}

async function runMigrations(knex: Knex): Promise<string[]> {
  const isNew = !(await knex.schema.hasTable('knex_migrations'));
  const done: string[] = isNew ? [] : await knex('knex_migrations').pluck('name');
  const unknown = done.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was made by a newer version (it has ${unknown.join(', ')}); install that version or restore a backup.`,
    );
  }
  // Knex keeps a lock of its own in a row; one left by a crash would stop every later start. Ours is held by now.
  await knex.migrate.forceFreeMigrationsLock();
  const [, names] = await knex.migrate.latest();
  return names;
}

/** Smallest packet in which every batch of ours fits (see batches in unit-rows.ts). */
const smallestPacket = 4 * 1024 * 1024;

async function checkConnection(knex: Knex, engine: Database['engine']): Promise<void> {
  if (engine === 'sqlite') {
    await knex.raw('SELECT 1');
    return;
  }
  const [[row]] = await knex.raw('SELECT @@max_allowed_packet AS packet');
  if (row.packet < smallestPacket) {
    throw new Error(`max_allowed_packet is ${row.packet} bytes; set it to 16M or more (at least 4M).`);
  }
}

/** SQLite's setting belongs to the connection, so it is changed for one transaction while nobody else has the connection. */
async function inHastyTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const connection: BetterSqlite.Database = await knex.client.acquireConnection();
  try {
    connection.pragma('synchronous = NORMAL');
    return await knex.transaction(work, { connection });
  } finally {
    connection.pragma('synchronous = FULL');
    knex.client.releaseConnection(connection);
  }
}

/**
 * How often a transaction is tried, by the error that ends it. ER_LOCK_DEADLOCK and ER_LOCK_WAIT_TIMEOUT: the server lets
 * another go on. ER_DUP_ENTRY: of two who make something of the same name at once, neither finds the other's when it looks
 * whether the name is taken. Who is second to store it waits until the first has committed, and finds it with another look.
 */
const tries: ReadonlyMap<number | null, number> = new Map([
  [1213, 10],
  [1205, 10],
  [1062, 5],
]);

async function inTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await knex.transaction(work);
    } catch (error) {
      if (attempt >= (tries.get(errnoOf(error)) ?? 1)) {
        throw error;
      }
      await delay(Math.random() * Math.min(10 * 2 ** attempt, 500));
    }
  }
}

/** The server's number of an error, which errors of Objection's queries carry inside. */
function errnoOf(error: unknown): number | null {
  const { errno, nativeError } = Object(error);
  const number: unknown = errno ?? Object(nativeError).errno;
  return typeof number === 'number' ? number : null;
}
