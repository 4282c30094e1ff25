import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import knexBuilder from 'knex';
import { type Database, migrate, openDatabase } from '../../models/database.ts';
import { knexConfig } from '../../models/database-config.ts';

export type Engine = Database['engine'];

/** A migrated database of its own, and where it is; `remove` closes and deletes it. */
export interface TestDatabase {
  db: Database;
  engine: Engine;
  /** As the daemon's settings would name it. */
  url: string | null;
  /** A temp folder, the data folder of this database. */
  folder: string;
  remove(): Promise<void>;
}

/** URL of a MariaDB or MySQL server where test databases may be made and dropped, such as `mysql://root@127.0.0.1:3306`. */
const serverUrl = process.env.DRAGOMAN_TEST_DATABASE_URL || null;

/** A fresh database, with the schema unless `empty`. */
export async function createDatabase(
  engine: Engine = 'sqlite',
  schema: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-db-'));
  const url = engine === 'mysql' ? await createOnServer() : null;
  const db = await openDatabase({ url, folder });
  if (schema === 'migrated') {
    await migrate(db);
  }
  return {
    db,
    engine,
    url,
    folder,
    async remove() {
      await db.close();
      if (url !== null) {
        await onServer(`DROP DATABASE \`${new URL(url).pathname.slice(1)}\``);
      }
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Declares the tests of `declare` once for each engine: always for SQLite, and for MariaDB/MySQL where
 * DRAGOMAN_TEST_DATABASE_URL is set. Each engine has one fresh database for the whole file, made (and filled by
 * `prepare`) before its first test:
 *
 *     forEachEngine(test, (name, database) => {
 *       test(name('a user has one token'), async (t) => { const { db } = database(); … });
 *     });
 */
export function forEachEngine(
  test: TestFn,
  declare: (name: (title: string) => string, database: () => TestDatabase, engine: Engine) => void,
  prepare?: (database: TestDatabase) => Promise<void>,
): void {
  for (const engine of ['sqlite', 'mysql'] as const) {
    if (engine === 'mysql' && serverUrl === null) {
      sayLeftOut(test);
      continue;
    }
    let database: TestDatabase | undefined;
    test.before(async () => {
      database = await createDatabase(engine);
      await prepare?.(database);
    });
    test.after.always(async () => {
      await database?.remove();
    });
    declare(
      (title) => `${engine}: ${title}`,
      () => {
        if (!database) {
          throw new Error('The database exists only while tests run; call database() inside them.');
        }
        return database;
      },
      engine,
    );
  }
}

let saidLeftOut = false;

/** Once in a file: titles of tests must be unique. */
export function sayLeftOut(test: TestFn): void {
  if (!saidLeftOut) {
    saidLeftOut = true;
    test.skip('mysql: left out, DRAGOMAN_TEST_DATABASE_URL is not set', (t) => t.pass());
  }
}

async function createOnServer(): Promise<string> {
  const name = `dragoman_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = new URL(serverUrl!);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(sql: string): Promise<void> {
  if (serverUrl === null) {
    throw new Error('Set DRAGOMAN_TEST_DATABASE_URL to run on MariaDB or MySQL.');
  }
  const url = new URL(serverUrl);
  url.pathname = '/information_schema';
  const knex = knexBuilder(knexConfig({ url: url.href, folder: '' }));
  try {
    await knex.raw(sql);
  } finally {
    await knex.destroy();
  }
}
