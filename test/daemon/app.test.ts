import test, { type ExecutionContext } from 'ava';
import type { Middleware } from 'koa';
import { createApp } from '../../daemon/app.ts';
import { listen } from '../../daemon/listener.ts';
import { openLog } from '../../daemon/log.ts';

interface Options {
  proxies?: string[];
  api?: Middleware;
  isReady?: () => Promise<boolean>;
}

async function serve(t: ExecutionContext, options: Options = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const { proxies = [], api = (_, next) => next(), isReady = async () => true } = options;
  const app = createApp({ log, proxies, api, git: (_, next) => next(), isReady });
  const listener = await listen({ host: '127.0.0.1', port: 0 }, app.callback());
  t.teardown(() => listener.close(0));
  return { url: listener.address, lines, close: () => listener.close(5) };
}

test('/healthz says ok while everything is up', async (t) => {
  const { url } = await serve(t);

  const response = await fetch(`${url}healthz`);

  t.is(response.status, 200);
  t.regex(response.headers.get('content-type')!, /^text\/plain/);
  t.is(await response.text(), 'ok\n');
});

test('/healthz is 503 while starting, stopping or broken', async (t) => {
  const { url } = await serve(t, { isReady: async () => false });

  t.is((await fetch(`${url}healthz`)).status, 503);
});

test('an address that nobody serves is a 404 in the form of API errors', async (t) => {
  const { url } = await serve(t);

  const response = await fetch(`${url}nowhere/`);

  t.is(response.status, 404);
  t.deepEqual(await response.json(), {
    detail: 'Not found.',
    type: 'client_error',
    errors: [{ code: 'not_found', detail: 'Not found.', attr: null }],
  });
});

test('a bug is a bare 500 for the client and a stack in the log, tied by the request id', async (t) => {
  const { url, lines, close } = await serve(t, {
    api: () => {
      throw new Error('inner detail');
    },
  });

  const response = await fetch(`${url}api/`);
  const body = await response.text();
  await close();

  t.is(response.status, 500);
  t.notRegex(body, /inner detail/);
  const line = lines.find(({ msg }) => msg === 'request failed');
  t.is(line?.requestId, response.headers.get('x-request-id'));
  t.regex(JSON.stringify(line?.err), /inner detail/);
});

test('every request has a line in the log, without the secrets of its query', async (t) => {
  const api: Middleware = (ctx) => {
    ctx.state.user = { username: 'anna' };
    ctx.status = 204;
  };
  const { url, lines, close } = await serve(t, { api });

  await fetch(`${url}api/units/?page=2&token=hidden`, { method: 'PATCH' });
  await close();

  const { requestId, time, ms, ...line } = lines.find(({ msg }) => msg === 'request')!;
  t.deepEqual(line, {
    level: 'info',
    method: 'PATCH',
    path: '/api/units/?page=2&token=***',
    status: 204,
    user: 'anna',
    msg: 'request',
  });
  t.is(typeof requestId, 'string');
  t.is(typeof ms, 'number');
});

test('a request keeps the id that a proxy gave it, unless it could forge a log', async (t) => {
  const { url } = await serve(t);

  const kept = await fetch(url, { headers: { 'X-Request-Id': 'proxy-1.a' } });
  const replaced = await fetch(url, { headers: { 'X-Request-Id': 'a b"}' } });

  t.is(kept.headers.get('x-request-id'), 'proxy-1.a');
  t.regex(replaced.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
});

test('answers carry the headers that keep browsers from guessing and framing', async (t) => {
  const { url } = await serve(t);

  const { headers } = await fetch(url);

  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.is(headers.get('x-frame-options'), 'SAMEORIGIN');
  t.truthy(headers.get('content-security-policy'));
});

/** What the API sees of the client. */
const clientSide: Middleware = (ctx) => {
  ctx.body = { ip: ctx.ip.replace('::ffff:', ''), origin: `${ctx.protocol}://${ctx.host}` };
};

const forwarded = {
  'X-Forwarded-For': '6.6.6.6, 203.0.113.9, 10.0.0.2',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'l10n.example.org',
};

test('nobody can choose his address or our host by sending the headers of a proxy', async (t) => {
  const { url } = await serve(t, { api: clientSide, proxies: ['192.0.2.0/24'] });

  const response = await fetch(url, { headers: forwarded });

  t.deepEqual(await response.json(), { ip: '127.0.0.1', origin: new URL(url).origin });
});

test('through trusted proxies the client is the nearest address that is none of them', async (t) => {
  const { url } = await serve(t, { api: clientSide, proxies: ['127.0.0.1', '10.0.0.0/8'] });

  const response = await fetch(url, { headers: forwarded });

  t.deepEqual(await response.json(), { ip: '203.0.113.9', origin: 'https://l10n.example.org' });
});

test('a trusted proxy that names no address is itself the client', async (t) => {
  const { url } = await serve(t, { api: clientSide, proxies: ['127.0.0.0/8'] });

  const response = await fetch(url, { headers: { 'X-Forwarded-For': 'unknown' } });

  t.like(await response.json(), { ip: '127.0.0.1' });
});
