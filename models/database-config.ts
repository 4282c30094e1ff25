import { join } from 'node:path';
import type { Knex } from 'knex';
import { migrationSource } from './migrations/list.ts';
import { SqliteDialect, SqliteWriterDialect } from './sqlite-dialect.ts';

/** Where the data is: a MariaDB/MySQL URL, or (with `url` null) an SQLite file in the data folder. */
export interface DatabaseLocation {
  /** `mysql://user:password@host:3306/name`, with `pool=10`, `ssl=on` and `socket=/path` as optional parameters. */
  url: string | null;
  folder: string;
}

/** Settings of the connection that writes; on MariaDB and MySQL the one that reads as well. */
export function knexConfig({ url, folder }: DatabaseLocation): Knex.Config {
  return url === null ? sqliteConfig(folder, 'writer') : mysqlConfig(parseUrl(url));
}

/** SQLite allows one transaction at a time on a connection; a second connection keeps reads from waiting for it. */
export function sqliteReaderConfig(folder: string): Knex.Config {
  return sqliteConfig(folder, 'reader');
}

/** The URL without its password, for messages. */
export function publicUrl(url: string): string {
  const { username, host, pathname } = parseUrl(url);
  return `mysql://${username}@${host}${pathname}`;
}

const pragmas = {
  // FULL: a committed transaction survives a power cut, not only a crash of the process.
  writer: [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    // 32 MB. With half of it an import takes 30 MB less at its peak, but saves take a tenth longer.
    'cache_size = -32000',
    // Pages (16 MB) after which the log goes into the database: an import changes the same pages of its indexes again
    // and again, and each time counts once less.
    'wal_autocheckpoint = 4000',
  ],
  reader: ['query_only = ON', 'busy_timeout = 5000', 'cache_size = -32000'],
};

function sqliteConfig(folder: string, role: 'writer' | 'reader'): Knex.Config {
  return {
    // Knex accepts a class where its types name only its own dialects.
    client: (role === 'writer' ? SqliteWriterDialect : SqliteDialect) as unknown as typeof Knex.Client,
    connection: { filename: join(folder, 'dragoman.sqlite') },
    useNullAsDefault: true,
    migrations: { migrationSource },
    log: { warn },
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: { pragma(text: string): unknown }, done: (error: Error | null) => void) {
        for (const pragma of pragmas[role]) {
          connection.pragma(pragma);
        }
        done(null);
      },
    },
  };
}

/** No gap locks, so edits of different strings do not wait for each other. */
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/** The SQL mode is ours whatever the server's is: too long a value is an error, never cut. */
const session = `SET NAMES utf8mb4 COLLATE utf8mb4_bin,
  SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'`;

function mysqlConfig(url: URL): Knex.Config {
  const socketPath = url.searchParams.get('socket');
  return {
    client: 'mysql2',
    connection: {
      host: url.hostname,
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      charset: 'utf8mb4',
      timezone: 'Z',
      connectTimeout: 10_000,
      // 64-bit columns and sums come as numbers: ids and milliseconds are far below 2^53.
      supportBigNumbers: true,
      bigNumberStrings: false,
      decimalNumbers: true,
      // An object that slips into a value must not turn into SQL.
      stringifyObjects: true,
      ...(socketPath === null ? {} : { socketPath }),
      ...(url.searchParams.get('ssl') === 'on' ? { ssl: {} } : {}),
    } as Knex.MySql2ConnectionConfig,
    migrations: { migrationSource },
    log: { warn },
    pool: {
      min: 0,
      max: Number(url.searchParams.get('pool') ?? 10),
      afterCreate(
        connection: { query(sql: string, done: (error: Error | null) => void): void },
        done: (error: Error | null, connection: unknown) => void,
      ) {
        connection.query(isolation, (error) => {
          if (error) {
            done(error, connection);
          } else {
            connection.query(session, (refused) => done(refused, connection));
          }
        });
      },
    },
  };
}

/** A connection that cannot be had is also the error of the query that wanted it; saying it once is enough. */
function warn(message: string): void {
  if (!message.startsWith('Acquire connection error')) {
    process.emitWarning(message);
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !['mysql:', 'mariadb:'].includes(url.protocol)) {
    throw new Error('The database URL must have the form mysql://user:password@host:3306/name.');
  }
  if (url.hostname === '' || url.pathname.length < 2) {
    throw new Error('The database URL names no host or no database: mysql://user:password@host:3306/name.');
  }
  const pool = url.searchParams.get('pool');
  if (pool !== null && !/^(?:[2-9]|[1-9]\d{1,2})$/.test(pool)) {
    throw new Error(`The database URL has pool=${pool}; it must be a number from 2 to 999.`);
  }
  return url;
}
