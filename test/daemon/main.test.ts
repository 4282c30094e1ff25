import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../daemon/config.ts';
import { Failure } from '../../daemon/failure.ts';
import { listen } from '../../daemon/listener.ts';
import { takeLock } from '../../daemon/lock.ts';
import { type Daemon, startDaemon } from '../../daemon/main.ts';
import { temporaryFolder } from '../helpers/folder.ts';

interface Started {
  daemon: Daemon;
  data: string;
  printed: string[];
  /** Messages of the log so far. */
  messages: () => string[];
}

async function start(t: ExecutionContext, env: Record<string, string> = {}): Promise<Started> {
  const data = env.DRAGOMAN_DATA ?? join(await temporaryFolder(t), 'data');
  const config = readConfig({ DRAGOMAN_DATA: data, DRAGOMAN_LISTEN: '127.0.0.1:0', ...env });
  const printed: string[] = [];
  const lines: string[] = [];
  const daemon = await startDaemon(config, {
    logStream: { write: (line) => void lines.push(line) },
    print: (line) => void printed.push(line),
  });
  t.teardown(() => daemon.stop());
  return { daemon, data, printed, messages: () => lines.map((line) => JSON.parse(line).msg) };
}

test('a started daemon is healthy and serves the API', async (t) => {
  const { daemon } = await start(t);

  const health = await fetch(`${daemon.address}healthz`);
  const root = await fetch(`${daemon.address}api/`);

  t.is(await health.text(), 'ok\n');
  t.is(root.status, 200);
  const { projects } = (await root.json()) as { projects: string };
  t.is(projects, `${daemon.address}api/projects/`);
});

test('a public address is the base of every URL, and what the start prints', async (t) => {
  const { daemon, printed } = await start(t, { DRAGOMAN_URL: 'https://l10n.example.org' });

  const root = (await (await fetch(`${daemon.address}api/`)).json()) as { projects: string };

  t.is(root.projects, 'https://l10n.example.org/api/projects/');
  t.is(printed.at(-1), 'Dragoman serves https://l10n.example.org/');
});

test('after a stop nothing serves and the data folder is free', async (t) => {
  const { daemon, data, messages } = await start(t);

  await daemon.stop();

  await t.throwsAsync(fetch(daemon.address));
  await t.notThrowsAsync(async () => (await takeLock(data)).release());
  t.deepEqual(messages().slice(-2), ['stopping', 'stopped']);
});

test('a request under way at the stop still finds the database, and is waited for', async (t) => {
  const { daemon, data, printed } = await start(t);
  const token = /wlu_\w+/.exec(printed.join('\n'))?.[0];
  const body = JSON.stringify({ name: 'Late', slug: 'late', web: 'https://example.org/' });
  const posting = request(`${daemon.address}api/projects/`, {
    method: 'POST',
    headers: {
      Authorization: `Token ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  posting.flushHeaders();
  await once(posting, 'continue');

  const stopped = daemon.stop();
  await t.throwsAsync(takeLock(data), { message: /uses the data folder/ });
  posting.end(body);
  const [response] = await once(posting, 'response');
  response.resume();

  t.is(response.statusCode, 201);
  await t.notThrowsAsync(stopped);
});

test('stopping twice is stopping once', async (t) => {
  const { daemon, messages } = await start(t);

  await Promise.all([daemon.stop(), daemon.stop()]);

  t.is(messages().filter((message) => message === 'stopped').length, 1);
});

test('the second start of a data folder finds what the first one made', async (t) => {
  const first = await start(t);
  const token = /wlu_\w+/.exec(first.printed.join('\n'))?.[0];
  await first.daemon.stop();

  const second = await start(t, { DRAGOMAN_DATA: first.data });

  const headers = { Authorization: `Token ${token}` };
  t.is((await fetch(`${second.daemon.address}api/users/admin/`, { headers })).status, 200);
  t.deepEqual(second.printed, [`Dragoman serves ${second.daemon.address}`]);
});

test('a start that fails late leaves nothing running and nothing held', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const other = await listen({ host: '127.0.0.1', port: 0 }, () => undefined);
  t.teardown(() => other.close(0));
  const { host } = new URL(other.address);

  await t.throwsAsync(start(t, { DRAGOMAN_DATA: data, DRAGOMAN_LISTEN: host }), { instanceOf: Failure });

  const { daemon } = await start(t, { DRAGOMAN_DATA: data });
  t.is((await fetch(`${daemon.address}healthz`)).status, 200);
});
