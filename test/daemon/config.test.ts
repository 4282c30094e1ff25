import { resolve } from 'node:path';
import test from 'ava';
import { ConfigError, readConfig } from '../../daemon/config.ts';

test('without any setting it is a server of this machine with SQLite in ./data', (t) => {
  const config = readConfig({ PATH: '/bin' });

  t.is(config.data, resolve('data'));
  t.deepEqual(config.listen, { host: '127.0.0.1', port: 8080 });
  t.is(config.url, null);
  t.is(config.databaseUrl, null);
  t.is(config.adminToken, null);
  t.deepEqual(config.throttle, {
    anonymous: { limit: 100, seconds: 86_400 },
    user: { limit: 5000, seconds: 3600 },
  });
  t.is(config.pageSize, 50);
  t.true(config.hooks);
  t.false(config.allowLocalRepositories);
  t.is(config.autoUpdate, 'remote');
});

test('the configuration cannot be changed afterwards, deep parts included', (t) => {
  const config = readConfig({});

  t.true(Object.isFrozen(config));
  t.true(Object.isFrozen(config.throttle.user));
  t.true(Object.isFrozen(config.trustedProxies));
});

test('an empty value is no value', (t) => {
  t.is(readConfig({ DRAGOMAN_URL: ' ', DRAGOMAN_BROKER_URL: '' }).url, null);
});

const accepted: [
  name: string,
  value: string,
  read: (config: ReturnType<typeof readConfig>) => unknown,
  expected: unknown,
][] = [
  ['LISTEN', '0.0.0.0:0', (config) => config.listen, { host: '0.0.0.0', port: 0 }],
  ['LISTEN', '[::1]:8080', (config) => config.listen, { host: '::1', port: 8080 }],
  ['LISTEN', 'localhost:80', (config) => config.listen, { host: 'localhost', port: 80 }],
  ['URL', 'https://l10n.example.org/', (config) => config.url, 'https://l10n.example.org'],
  ['URL', 'https://example.org/l10n/', (config) => config.url, 'https://example.org/l10n'],
  ['DATABASE_URL', 'mysql://u:p@db:3306/x', (config) => config.databaseUrl, 'mysql://u:p@db:3306/x'],
  ['DATABASE_URL', 'mariadb://u@db/x?pool=5', (config) => config.databaseUrl, 'mariadb://u@db/x?pool=5'],
  ['ADMIN_TOKEN', `wlu_${'a1B2'.repeat(9)}`, (config) => config.adminToken, `wlu_${'a1B2'.repeat(9)}`],
  ['AUTO_UPDATE', 'full', (config) => config.autoUpdate, 'full'],
  ['AUTO_UPDATE', 'none', (config) => config.autoUpdate, 'none'],
  ['THROTTLE_ANON', '3/second', (config) => config.throttle.anonymous, { limit: 3, seconds: 1 }],
  ['THROTTLE_USER', '60/minute', (config) => config.throttle.user, { limit: 60, seconds: 60 }],
  ['THROTTLE_USER', 'off', (config) => config.throttle.user, null],
  ['PAGE_SIZE', '1000', (config) => config.pageSize, 1000],
  ['HOOKS', 'off', (config) => config.hooks, false],
  ['ALLOW_LOCAL_REPOSITORIES', 'on', (config) => config.allowLocalRepositories, true],
  ['LOG_LEVEL', 'debug', (config) => config.logLevel, 'debug'],
  ['TRUSTED_PROXIES', '127.0.0.1, fd00::/8', (config) => config.trustedProxies, ['127.0.0.1', 'fd00::/8']],
  ['WORKERS', '3', (config) => config.workers, 3],
  ['JOBS', '16', (config) => config.jobs, 16],
  ['COMMITTER', 'L10n Bot <l@x.org>', (config) => config.committer, { name: 'L10n Bot', email: 'l@x.org' }],
  ['SITE_TITLE', 'Our texts', (config) => config.siteTitle, 'Our texts'],
];
for (const [name, value, read, expected] of accepted) {
  test(`DRAGOMAN_${name} accepts ${value}`, (t) => {
    const config = readConfig({ [`DRAGOMAN_${name}`]: value });

    t.deepEqual(read(config), expected);
  });
}

const refused: [name: string, value: string][] = [
  ['LISTEN', '8080'],
  ['LISTEN', ':8080'],
  ['LISTEN', '127.0.0.1:70000'],
  ['LISTEN', '::1:8080'],
  ['LISTEN', '[host]:8080'],
  ['URL', 'l10n.example.org'],
  ['URL', 'ftp://example.org'],
  ['URL', 'https://me:secret@example.org'],
  ['URL', 'https://example.org/?a=1'],
  ['DATABASE_URL', 'postgres://u:p@db/x'],
  ['DATABASE_URL', 'mysql://u:p@db'],
  ['ADMIN_TOKEN', 'wlu_short'],
  ['ADMIN_TOKEN', 'a'.repeat(40)],
  ['THROTTLE_ANON', '100'],
  ['THROTTLE_ANON', '100/week'],
  ['THROTTLE_USER', '0/day'],
  ['THROTTLE_USER', 'none'],
  ['PAGE_SIZE', '0'],
  ['PAGE_SIZE', '1001'],
  ['PAGE_SIZE', '5.5'],
  ['HOOKS', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['TRUSTED_PROXIES', 'proxy.example.org'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['WORKERS', '0'],
  ['JOBS', '-1'],
  ['COMMITTER', 'l10n@example.org'],
];
for (const [name, value] of refused) {
  test(`DRAGOMAN_${name} refuses ${value} and says what it accepts`, (t) => {
    const error = t.throws(() => readConfig({ [`DRAGOMAN_${name}`]: value }), { instanceOf: ConfigError });

    t.is(error.problems.length, 1);
    t.regex(error.problems[0]!, new RegExp(`^DRAGOMAN_${name}: found .+, allowed is .+`));
  });
}

test('all problems are told at once', (t) => {
  const env = { DRAGOMAN_LISTEN: 'x', DRAGOMAN_PAGE_SIZE: 'many', DRAGOMAN_HOOKS: 'perhaps' };

  const error = t.throws(() => readConfig(env), { instanceOf: ConfigError });

  t.is(error.problems.length, 3);
  for (const name of Object.keys(env)) {
    t.true(error.message.includes(name));
  }
});

test('a misspelt setting is a problem, not a default', (t) => {
  const error = t.throws(() => readConfig({ DRAGOMAN_PAGESIZE: '10' }), { instanceOf: ConfigError });

  t.regex(error.message, /DRAGOMAN_PAGESIZE: there is no such setting/);
});

for (const name of ['DRAGOMAN_BROKER_URL', 'DRAGOMAN_SMTP_URL', 'DRAGOMAN_MAIL_FROM', 'DRAGOMAN_PLUGINS']) {
  test(`${name} is refused while nothing uses it`, (t) => {
    const error = t.throws(() => readConfig({ [name]: 'x' }), { instanceOf: ConfigError });

    t.regex(error.message, new RegExp(`${name}: this version does not use it yet`));
  });
}

test('names of the test suite and of clients are not settings of the server', (t) => {
  t.notThrows(() => readConfig({ DRAGOMAN_TEST_DATABASE_URL: 'mysql://root@db', DRAGOMAN_TOKEN: 'wlu_x' }));
});

test('no message shows a password or a token', (t) => {
  const env = {
    DRAGOMAN_URL: 'https://me:hidden-one@example.org',
    DRAGOMAN_DATABASE_URL: 'postgres://me:hidden/two@db/x',
    DRAGOMAN_ADMIN_TOKEN: 'hidden-three',
  };

  const error = t.throws(() => readConfig(env), { instanceOf: ConfigError });

  t.is(error.problems.length, 3);
  t.notRegex(error.message, /hidden/);
});
