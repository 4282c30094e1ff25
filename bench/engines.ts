import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { type BenchServer, startServer } from './server.ts';

/** `databaseUrl` null: the server has SQLite in `data` below the folder. */
type Measure = (
  server: BenchServer,
  folder: string,
  engine: string,
  databaseUrl: string | null,
) => Promise<void>;

/**
 * Runs `measure` on a new server with SQLite, and on one with MariaDB or MySQL where DRAGOMAN_TEST_DATABASE_URL names a
 * server (its account must be allowed to make databases). All that was made is removed afterwards.
 */
export async function onEachEngine(measure: Measure): Promise<void> {
  const only = process.env.BENCH_ENGINE;
  if (only !== 'mysql') {
    await onServer('sqlite', null, measure);
  }
  const address = process.env.DRAGOMAN_TEST_DATABASE_URL;
  if (!address || only === 'sqlite') {
    console.log('\nmysql: left out');
    return;
  }
  const name = `dragoman_bench_${process.pid}_${randomBytes(3).toString('hex')}`;
  await execute(address, `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  try {
    await onServer('mysql', urlOf(address, name), measure);
  } finally {
    await execute(address, `DROP DATABASE \`${name}\``);
  }
}

async function onServer(engine: string, databaseUrl: string | null, measure: Measure): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Ctrl-C ends the process without coming past `finally`.
  process.once('exit', remove);
  process.once('SIGINT', () => process.exit(130));
  try {
    const server = await startServer(folder, databaseUrl);
    try {
      await measure(server, folder, engine, databaseUrl);
    } finally {
      await server.stop();
    }
  } finally {
    remove();
  }
}

async function execute(address: string, sql: string): Promise<void> {
  const connection = await createConnection(urlOf(address, ''));
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

function urlOf(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
