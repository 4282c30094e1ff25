import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import { pino } from 'pino';
import { componentBehaviour } from '../../actors/component.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { ActorSystem } from '../../actors/system.ts';
import { openPool } from '../../adapters/pool.ts';
import { createApp } from '../../daemon/app.ts';
import { createToken } from '../../models/api-token.ts';
import { Milestones } from '../../models/milestones.ts';
import { User } from '../../models/user.ts';
import { apiEndpoints } from '../../routes/api.ts';
import { gitExport } from '../../routes/git-export.ts';
import { dispatch } from '../../routes/http/dispatch.ts';
import type { Endpoint } from '../../routes/http/endpoint.ts';
import type { ApiConfig } from '../../routes/http/services.ts';
import { createDatabase, type Engine, sayLeftOut, type TestDatabase } from './database.ts';
import { assertDeclared } from './declared-answers.ts';

export interface ServerOptions {
  engine?: Engine;
  config?: Partial<ApiConfig>;
  /** Addresses whose `X-Forwarded-…` headers count. */
  proxies?: readonly string[];
  /** Instead of the whole API. */
  endpoints?: readonly Endpoint[];
}

/** How a request differs from an anonymous one without a body. */
export interface RequestOptions {
  token?: string;
  json?: unknown;
  /** Sent as a form; an array is a repeated key. */
  form?: Record<string, string | string[]>;
  /** Sent as multipart, as `form` otherwise; a `File` is an upload. */
  multipart?: Record<string, string | string[] | File>;
  headers?: Record<string, string>;
  /** A body of any other kind, with its type among `headers`. */
  raw?: string | Uint8Array;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  /** The body if it is JSON, else null. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers and a wrong guess fails them.
  json: any;
  text: string;
}

/** A server of its own: the daemon's app on a free port, with a database, actors, workers and a data folder. */
export class TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  /** Token of the superuser `admin`. */
  readonly admin: string;
  #isWholeApi: boolean;
  #close: () => Promise<void>;

  constructor(
    {
      url,
      database,
      admin,
      isWholeApi,
    }: Pick<TestServer, 'url' | 'database' | 'admin'> & { isWholeApi: boolean },
    close: () => Promise<void>,
  ) {
    this.url = url;
    this.database = database;
    this.admin = admin;
    this.#isWholeApi = isWholeApi;
    this.#close = close;
  }

  get db() {
    return this.database.db;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Makes an account; gives its token. */
  createUser(username: string, fields: Partial<User> = {}): Promise<string> {
    return createAccount(this.database, username, fields);
  }

  get(path: string, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('GET', path, options);
  }

  post(path: string, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('POST', path, options);
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse> {
    const { token, headers = {} } = options;
    const url = new URL(path, this.url);
    const response = await fetch(url, {
      method,
      redirect: 'error',
      headers: { ...(token ? { Authorization: `Token ${token}` } : {}), ...bodyType(options), ...headers },
      body: bodyOf(options),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json = isJson && text !== '' ? JSON.parse(text) : null;
    if (isJson && this.#isWholeApi) {
      assertDeclared(method, url, response.status, json);
    }
    return { status: response.status, headers: response.headers, json, text };
  }
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = await createDatabase(options.engine);
  const { db, folder } = database;
  const uploadsFolder = join(folder, 'uploads');
  await mkdir(uploadsFolder, { recursive: true });
  await mkdir(join(folder, 'vcs'));
  const screenshotsFolder = join(folder, 'media', 'screenshots');
  await mkdir(screenshotsFolder, { recursive: true });
  const log = pino({ level: 'silent' });
  const pool = openPool({ threads: 1 });
  const [policy, secretKey] = [{ allowLocal: true }, randomBytes(32)];
  const [vcsFolder, version, siteTitle] = [join(folder, 'vcs'), 'test', 'Test server'];
  const behaviour = componentBehaviour({
    db,
    pool,
    vcsFolder,
    repositories: policy,
    secretKey,
    committer: { name: 'Dragoman', email: 'dragoman@example.org' },
    siteTitle,
    siteUrl: null,
    version,
  });
  const actors = new ActorSystem({ db, mailbox: new LocalMailbox(4), behaviour, log });
  await actors.start();
  const services = {
    db,
    actors,
    pool,
    log,
    repositories: { policy, secretKey },
    milestones: new Milestones(),
    config: {
      url: null,
      pageSize: 50,
      throttle: { anonymous: null, user: null },
      siteTitle,
      uploadsFolder,
      screenshotsFolder,
      vcsFolder,
      version,
      ...options.config,
    },
  };
  const app = createApp({
    log,
    proxies: options.proxies ?? [],
    api: dispatch(options.endpoints ?? apiEndpoints, services),
    git: gitExport(services),
    isReady: () => Promise.resolve(true),
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const admin = await createAccount(database, 'admin', { is_superuser: true, full_name: 'Administrator' });
  const url = `http://127.0.0.1:${port}`;
  const isWholeApi = options.endpoints === undefined;
  return new TestServer({ url, database, admin, isWholeApi }, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await actors.stop(1000);
    await pool.close();
    await database.remove();
  });
}

/**
 * Declares the tests of `declare` once for each engine, as forEachEngine of database.ts does, with a server for the
 * whole file instead of a database.
 */
export function forEachServer(
  test: TestFn,
  declare: (name: (title: string) => string, server: () => TestServer) => void,
  options: Omit<ServerOptions, 'engine'> = {},
): void {
  for (const engine of ['sqlite', 'mysql'] as const) {
    if (engine === 'mysql' && !process.env.DRAGOMAN_TEST_DATABASE_URL) {
      sayLeftOut(test);
      continue;
    }
    let server: TestServer | undefined;
    test.before(async () => {
      server = await startServer({ ...options, engine });
    });
    test.after.always(async () => {
      await server?.close();
    });
    declare(
      (title) => `${engine}: ${title}`,
      () => server!,
    );
  }
}

async function createAccount({ db }: TestDatabase, username: string, fields: Partial<User>): Promise<string> {
  return db.transaction(async (trx) => {
    const user = await User.query(trx).insert({
      username,
      full_name: username,
      email: `${username}@example.com`,
      date_joined: Date.now(),
      ...fields,
    });
    return createToken(trx, user.id);
  });
}

function bodyType({ json, form }: RequestOptions): Record<string, string> {
  if (json !== undefined) {
    return { 'Content-Type': 'application/json' };
  }
  return form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {};
}

function bodyOf({ json, form, multipart, raw }: RequestOptions): RequestInit['body'] {
  if (json !== undefined) {
    return JSON.stringify(json);
  }
  if (form) {
    return new URLSearchParams(pairs(form)).toString();
  }
  if (!multipart) {
    return raw as RequestInit['body'];
  }
  const data = new FormData();
  for (const [key, value] of pairs(multipart)) {
    if (value instanceof File) {
      data.append(key, value, value.name);
    } else {
      data.append(key, value);
    }
  }
  return data;
}

function pairs<Value extends string | File>(values: Record<string, Value | string[]>): [string, Value][] {
  return Object.entries(values).flatMap(([key, value]) =>
    [value].flat().map((item): [string, Value] => [key, item as Value]),
  );
}
