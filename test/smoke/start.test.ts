import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { findOldNode, npmStart, type RunOptions, startCommand } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/folder.ts';

interface Options extends RunOptions {
  data?: string;
}

/** Starts a server on a free port and waits until it serves. */
async function startServer(t: ExecutionContext, { data, env, ...options }: Options = {}) {
  const folder = data ?? (await temporaryFolder(t));
  const server = startCommand(t, ['start'], { ...options, env: settings(folder, env) });
  const [, url = ''] = await server.printed(/^Dragoman serves (http:\/\/\S+\/)$/m);
  return { ...server, url, data: folder };
}

function settings(data: string, env: Record<string, string> = {}): Record<string, string> {
  return { DRAGOMAN_DATA: data, DRAGOMAN_LISTEN: '127.0.0.1:0', ...env };
}

// One after the other: each server needs a processor while it starts.
const tokenPattern = /^ +token +(?<token>wlu_\S+)$/m;
const passwordPattern = /^ +password +\S{12,}$/m;

test.serial('the first start tells the password and a token that works, a later one does not', async (t) => {
  const first = await startServer(t);

  const token = tokenPattern.exec(first.stdout())?.groups?.token;
  t.regex(first.stdout(), /^ +user +admin$/m);
  t.regex(first.stdout(), passwordPattern);
  const headers = { Authorization: `Token ${token}` };
  t.is((await fetch(`${first.url}api/`, { headers })).status, 200);
  t.is((await fetch(`${first.url}api/`, { headers: { Authorization: 'Token wlu_wrong' } })).status, 401);
  first.child.kill('SIGTERM');
  t.is(await first.ended, 0);

  const second = await startServer(t, { data: first.data });
  t.notRegex(second.stdout(), tokenPattern);
  t.notRegex(second.stdout(), passwordPattern);
  t.is((await fetch(`${second.url}api/`, { headers })).status, 200);
  second.child.kill('SIGTERM');
  await second.ended;
  t.notRegex(first.stderr() + second.stderr(), new RegExp(token!));
});

test.serial('a token that the operator chose is used and not shown', async (t) => {
  const token = `wlu_${'Ab3'.repeat(12)}`;

  const server = await startServer(t, { env: { DRAGOMAN_ADMIN_TOKEN: token } });

  const response = await fetch(`${server.url}api/`, { headers: { Authorization: `Token ${token}` } });
  t.is(response.status, 200);
  t.false((server.stdout() + server.stderr()).includes(token));
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test.serial(`${signal} stops the server in order`, async (t) => {
    const server = await startServer(t);

    server.child.kill(signal);

    t.is(await server.ended, 0);
    t.regex(server.stderr(), /"msg":"stopped"/);
    await t.throwsAsync(fetch(server.url));
  });
}

test.serial('the same signal twice at once, as npm passes on Ctrl-C, still stops in order', async (t) => {
  const server = await startServer(t);

  server.child.kill('SIGINT');
  server.child.kill('SIGINT');

  t.is(await server.ended, 0);
  t.regex(server.stderr(), /"msg":"stopped"/);
});

test.serial('a signal that comes again later ends a stop that takes long', async (t) => {
  const server = await startServer(t);
  // A request that never ends: an orderly stop would wait for it.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.write(
    'POST /api/projects/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await once(socket, 'data');

  const impatience = setInterval(() => server.child.kill('SIGTERM'), 200);
  const code = await server.ended;
  clearInterval(impatience);

  t.is(code, 1);
  t.notRegex(server.stderr(), /"msg":"stopped"/);
});

test.serial('after a kill the next start needs no help', async (t) => {
  const first = await startServer(t);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await startServer(t, { data: first.data });

  t.is((await fetch(`${second.url}healthz`)).status, 200);
});

/** Starts a server that cannot come up; gives how it ended. */
async function failToStart(t: ExecutionContext, env: Record<string, string>) {
  const server = startCommand(t, ['start'], { env });
  const code = await server.ended;
  const message = server
    .stderr()
    .split('\n')
    .find((line) => line.startsWith('dragoman: '));
  t.notRegex(server.stderr(), /\bat .*:\d+:\d+/, 'no stack');
  return { code, message, stdout: server.stdout() };
}

test.serial('a port in use is told in a line', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const data = await temporaryFolder(t);

  const { code, message, stdout } = await failToStart(
    t,
    settings(data, { DRAGOMAN_LISTEN: `127.0.0.1:${port}` }),
  );

  t.is(code, 1);
  t.regex(message!, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}`));
  // The account was made by this start, so only this start can tell.
  t.regex(stdout, passwordPattern);
});

test.serial('a data folder in use is told in a line', async (t) => {
  const { data, child } = await startServer(t);

  const { code, message } = await failToStart(t, settings(data));

  t.is(code, 1);
  t.regex(message!, new RegExp(`another Dragoman \\(process ${child.pid}\\)`));
});

test.serial('a database that cannot be reached is told in a line, without its password', async (t) => {
  const data = await temporaryFolder(t);
  const url = 'mysql://dragoman:hidden@127.0.0.1:9/dragoman';

  const { code, message } = await failToStart(t, settings(data, { DRAGOMAN_DATABASE_URL: url }));

  t.is(code, 1);
  t.regex(message!, /database.*127\.0\.0\.1:9\/dragoman.*ECONNREFUSED/i);
  t.notRegex(message!, /hidden/);
});

test.serial('a wrong setting is told before anything is created', async (t) => {
  const { code, message } = await failToStart(t, { DRAGOMAN_DATA: '/nowhere/data', DRAGOMAN_PAGE_SIZE: '-' });

  t.is(code, 1);
  t.regex(message!, /the configuration cannot be used/);
});

test.serial('npm start passes SIGTERM on, so that nothing is left behind', async (t) => {
  const npm = npmStart(t, settings(await temporaryFolder(t)));
  const [, url = ''] = await npm.printed(/^Dragoman serves (http:\/\/\S+\/)$/m);

  npm.child.kill('SIGTERM');

  t.is(await npm.ended, 0);
  t.regex(npm.stderr(), /"msg":"stopped"/);
  await t.throwsAsync(fetch(url));
});

const oldNode = findOldNode();

if (oldNode === null) {
  test.skip('no Node older than 24 on this machine: a start with one cannot be tried', (t) => t.pass());
} else {
  test.serial('started by an old Node it runs under the bundled one, and signals go through', async (t) => {
    const server = await startServer(t, { node: oldNode });

    t.is((await fetch(`${server.url}healthz`)).status, 200);

    server.child.kill('SIGTERM');
    t.is(await server.ended, 0);
    t.regex(server.stderr(), /"msg":"stopped"/);
  });
}
