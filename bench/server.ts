import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../models/database-config.ts';

const entry = fileURLToPath(new URL('../daemon/dragoman.mjs', import.meta.url));
const token = `wlu_${'b'.repeat(36)}`;

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads what it asked for, and fails if that is not there.
  json: any;
}

/** The daemon in a process of its own, so that what is measured shares no thread with what measures. */
export class BenchServer {
  readonly url: string;
  readonly pid: number;
  /** Where its data is, for filling in rows without asking the server for each. */
  readonly database: DatabaseLocation;
  #child: ChildProcess;

  constructor(url: string, child: ChildProcess, database: DatabaseLocation) {
    this.url = url;
    this.database = database;
    this.pid = child.pid!;
    this.#child = child;
  }

  /** Headers of a request by the superuser. */
  get headers(): Record<string, string> {
    return { Authorization: `Token ${token}` };
  }

  /** As the superuser; `path` may be an absolute URL. */
  async request(method: string, path: string, body?: object): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { ...this.headers, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
      body: isForm ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  }

  /** As `request`. @throws {Error} for an answer that is no success */
  async expect(method: string, path: string, body?: object): Promise<Answer['json']> {
    const { status, json } = await this.request(method, path, body);
    if (status >= 300) {
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    }
    return json;
  }

  /** Waits for the end of what the component's actor does. @throws {Error} when the task failed */
  async finish(componentPath: string): Promise<void> {
    for (;;) {
      const { task_url } = await this.expect('GET', componentPath);
      if (task_url === null) {
        return;
      }
      const task = await this.request('GET', task_url);
      if (task.json.completed && task.json.result?.error) {
        throw new Error(JSON.stringify(task.json.result));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Runs a repository operation to its end, however long that takes. */
  async operate(componentPath: string, operation: string): Promise<void> {
    const { status, json } = await this.request('POST', `${componentPath}repository/`, { operation });
    if (status === 423) {
      return this.finish(componentPath);
    }
    if (json.result !== true) {
      throw new Error(`${operation}: ${status} ${JSON.stringify(json)}`);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** As in package.json. */
const heapOptions = ['--max-semi-space-size=16', '--heap-growing-percent=100'];

/**
 * Starts the daemon as `npm start` does, with its data below `folder`; `databaseUrl` null: SQLite. Options of Node that
 * the benchmark was started with (`--cpu-prof`) count for the daemon as well.
 */
export async function startServer(folder: string, databaseUrl: string | null): Promise<BenchServer> {
  const child = spawn(process.execPath, [...heapOptions, ...process.execArgv, entry, 'start'], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      DRAGOMAN_DATA: join(folder, 'data'),
      DRAGOMAN_LISTEN: '127.0.0.1:0',
      DRAGOMAN_ADMIN_TOKEN: token,
      DRAGOMAN_THROTTLE_ANON: 'off',
      DRAGOMAN_THROTTLE_USER: 'off',
      DRAGOMAN_ALLOW_LOCAL_REPOSITORIES: 'on',
      DRAGOMAN_LOG_LEVEL: 'warn',
      ...(databaseUrl === null ? {} : { DRAGOMAN_DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new BenchServer(await addressOf(child), child, { url: databaseUrl, folder: join(folder, 'data') });
}

/** Starts the server that requests are compared with. `pid` and `headers` are as of a BenchServer. */
export async function startPlainServer() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('koa-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await addressOf(child),
    pid: child.pid!,
    headers: {},
    stop: () => child.kill('SIGTERM'),
  };
}

/** What a server that was just started says of its address. */
async function addressOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const url = /serves (?<url>\S+)/.exec(printed)?.groups?.url;
    if (url !== undefined) {
      return url;
    }
  }
  throw new Error(`the server did not start: ${printed}`);
}
