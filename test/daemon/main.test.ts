import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import test from 'ava';
import { Failure } from '../../daemon/failure.ts';
import { listen } from '../../daemon/listener.ts';
import { takeLock } from '../../daemon/lock.ts';
import { startWholeServer } from '../helpers/daemon.ts';
import { temporaryFolder } from '../helpers/folder.ts';

test('a started daemon is healthy and serves the API', async (t) => {
  const { address } = await startWholeServer(t);

  const health = await fetch(`${address}healthz`);
  const root = await fetch(`${address}api/`);

  t.is(await health.text(), 'ok\n');
  t.is(root.status, 200);
  const { projects } = (await root.json()) as { projects: string };
  t.is(projects, `${address}api/projects/`);
});

test('a public address is the base of every URL, and what the start prints', async (t) => {
  const { address, printed } = await startWholeServer(t, { DRAGOMAN_URL: 'https://l10n.example.org' });

  const root = (await (await fetch(`${address}api/`)).json()) as { projects: string };

  t.is(root.projects, 'https://l10n.example.org/api/projects/');
  t.is(printed.at(-1), 'Dragoman serves https://l10n.example.org/');
});

test('after a stop nothing serves and the data folder is free', async (t) => {
  const { address, data, stop, messages } = await startWholeServer(t);

  await stop();

  await t.throwsAsync(fetch(address));
  await t.notThrowsAsync(async () => (await takeLock(data)).release());
  t.deepEqual(messages().slice(-2), ['stopping', 'stopped']);
});

test('a request under way at the stop still finds the database, and is waited for', async (t) => {
  const { address, data, stop, token } = await startWholeServer(t);
  const body = JSON.stringify({ name: 'Late', slug: 'late', web: 'https://example.org/' });
  const posting = request(`${address}api/projects/`, {
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

  const stopped = stop();
  await t.throwsAsync(takeLock(data), { message: /uses the data folder/ });
  posting.end(body);
  const [response] = await once(posting, 'response');
  response.resume();

  t.is(response.statusCode, 201);
  await t.notThrowsAsync(stopped);
});

test('stopping twice is stopping once', async (t) => {
  const { stop, messages } = await startWholeServer(t);

  await Promise.all([stop(), stop()]);

  t.is(messages().filter((message) => message === 'stopped').length, 1);
});

test('the second start of a data folder finds what the first one made', async (t) => {
  const first = await startWholeServer(t);
  await first.stop();

  const second = await startWholeServer(t, { DRAGOMAN_DATA: first.data });

  const headers = { Authorization: `Token ${first.token}` };
  t.is((await fetch(`${second.address}api/users/admin/`, { headers })).status, 200);
  t.deepEqual(second.printed, [`Dragoman serves ${second.address}`]);
});

test('a start that fails late leaves nothing running and nothing held', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const other = await listen({ host: '127.0.0.1', port: 0 }, () => undefined);
  t.teardown(() => other.close(0));
  const { host } = new URL(other.address);

  await t.throwsAsync(startWholeServer(t, { DRAGOMAN_DATA: data, DRAGOMAN_LISTEN: host }), {
    instanceOf: Failure,
  });

  const { address } = await startWholeServer(t, { DRAGOMAN_DATA: data });
  t.is((await fetch(`${address}healthz`)).status, 200);
});
