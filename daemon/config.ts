import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Rate } from '../routes/http/throttle.ts';
import { type AutoUpdate, autoUpdates } from './auto-update.ts';
import { Failure } from './failure.ts';
import {
  type ListenAddress,
  readChoice,
  readDatabaseUrl,
  readListenAddress,
  readNetworks,
  readNumber,
  readPerson,
  readRate,
  readSwitch,
  readToken,
  readWebAddress,
  SettingError,
  shown,
} from './setting.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  /** Absolute path of the data folder. */
  data: string;
  listen: ListenAddress;
  /** Public base of every URL in answers, without a trailing slash; `null`: the origin of each request. */
  url: string | null;
  /** `null`: SQLite in the data folder. */
  databaseUrl: string | null;
  /** Token of the first superuser; `null`: a generated one. */
  adminToken: string | null;
  /** `null`: not limited. */
  throttle: { anonymous: Rate | null; user: Rate | null };
  pageSize: number;
  hooks: boolean;
  allowLocalRepositories: boolean;
  /** What the server does by itself about news upstream. */
  autoUpdate: AutoUpdate;
  logLevel: LogLevel;
  /** Addresses and networks whose `X-Forwarded-…` headers count. */
  trustedProxies: readonly string[];
  /** Threads that read and write translation files. */
  workers: number;
  /** Jobs that run at a time. */
  jobs: number;
  /** Who commits; the author of a commit is the translator. */
  committer: { name: string; email: string };
  siteTitle: string;
}

/** Every setting that cannot be used, one line each. */
export class ConfigError extends Failure {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Settings of features that this version lacks: set, they would be ignored without a word. */
const notUsedYet = [
  'DRAGOMAN_BROKER_URL',
  'DRAGOMAN_SMTP_URL',
  'DRAGOMAN_MAIL_FROM',
  'DRAGOMAN_PLUGINS',
] as const;

/** Names that belong to the test suite and to client commands: the server has no use for them. */
const notOurs = ['DRAGOMAN_TEST_DATABASE_URL', 'DRAGOMAN_TOKEN'] as const;

const secretSettings = ['DRAGOMAN_ADMIN_TOKEN', 'DRAGOMAN_DATABASE_URL'];

/** Reads `DRAGOMAN_…`; an empty value counts as unset. @throws {ConfigError} naming every problem at once. */
export function readConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const problems: string[] = [];
  const known = new Set<string>([...notUsedYet, ...notOurs]);

  function setting<T, D>(name: string, read: (text: string) => T, initial: D): T | D {
    known.add(name);
    const text = env[name]?.trim() ?? '';
    if (text === '') {
      return initial;
    }
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof SettingError)) {
        throw error;
      }
      const found = secretSettings.includes(name) ? `${text.length} characters` : shown(text);
      problems.push(`${name}: found ${found}, allowed is ${error.allowed}`);
      return initial;
    }
  }

  const config: Config = {
    data: resolve(setting('DRAGOMAN_DATA', String, './data')),
    listen: setting('DRAGOMAN_LISTEN', readListenAddress, { host: '127.0.0.1', port: 8080 }),
    url: setting('DRAGOMAN_URL', readWebAddress, null),
    databaseUrl: setting('DRAGOMAN_DATABASE_URL', readDatabaseUrl, null),
    adminToken: setting('DRAGOMAN_ADMIN_TOKEN', readToken, null),
    throttle: {
      anonymous: setting('DRAGOMAN_THROTTLE_ANON', readRate, { limit: 100, seconds: 86_400 }),
      user: setting('DRAGOMAN_THROTTLE_USER', readRate, { limit: 5000, seconds: 3600 }),
    },
    pageSize: setting('DRAGOMAN_PAGE_SIZE', readNumber(1, 1000), 50),
    hooks: setting('DRAGOMAN_HOOKS', readSwitch, true),
    allowLocalRepositories: setting('DRAGOMAN_ALLOW_LOCAL_REPOSITORIES', readSwitch, false),
    autoUpdate: setting('DRAGOMAN_AUTO_UPDATE', readChoice(autoUpdates), 'remote'),
    logLevel: setting('DRAGOMAN_LOG_LEVEL', readChoice(logLevels), 'info'),
    trustedProxies: setting('DRAGOMAN_TRUSTED_PROXIES', readNetworks, []),
    workers: setting('DRAGOMAN_WORKERS', readNumber(1, 64), Math.min(availableParallelism(), 4)),
    jobs: setting('DRAGOMAN_JOBS', readNumber(1, 256), 8),
    committer: setting('DRAGOMAN_COMMITTER', readPerson, { name: 'Dragoman', email: 'dragoman@localhost' }),
    siteTitle: setting('DRAGOMAN_SITE_TITLE', String, 'Dragoman'),
  };

  for (const name of notUsedYet) {
    if (env[name]) {
      problems.push(`${name}: this version does not use it yet; unset it`);
    }
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('DRAGOMAN_') && !known.has(name)) {
      problems.push(`${name}: there is no such setting; docs/operating.md lists them`);
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return freeze(config);
}

/** Where client commands find the server, and as whom they speak; a given `--url` or `--token` comes first. */
export function readClientConfig(
  env: NodeJS.ProcessEnv,
  given: { url?: string | undefined; token?: string | undefined },
): { url: string; token: string | null } {
  const { url, listen } = readConfig(env);
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  const reachable = host.replace(/^(?:0\.0\.0\.0|\[::\])$/, 'localhost');
  return {
    url: (given.url ?? url ?? `http://${reachable}:${listen.port}`).replace(/\/+$/, ''),
    token: given.token ?? (env.DRAGOMAN_TOKEN || null),
  };
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && item !== null) {
      freeze(item);
    }
  }
  return Object.freeze(value);
}
