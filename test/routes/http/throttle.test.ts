import test from 'ava';
import { SlidingWindow } from '../../../routes/http/throttle.ts';
import { sampleEndpoints } from '../../helpers/sample-endpoints.ts';
import { startServer, type TestResponse } from '../../helpers/server.ts';

const server = await startServer({
  endpoints: sampleEndpoints,
  config: { throttle: { anonymous: { limit: 2, seconds: 86_400 }, user: { limit: 3, seconds: 3600 } } },
  proxies: ['127.0.0.1'],
});
test.after.always(() => server.close());

function from(address: string) {
  return { headers: { 'X-Forwarded-For': address } };
}

function rate({ headers }: TestResponse): (string | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
}

test('anonymous requests count by address, and the one too many is told when to come back', async (t) => {
  const first = await server.get('/api/things/1/', from('192.0.2.1'));
  const second = await server.get('/api/things/404/', from('192.0.2.1'));
  const third = await server.get('/api/things/1/', from('192.0.2.1'));
  const other = await server.get('/api/things/1/', from('192.0.2.2'));

  t.deepEqual(rate(first), ['2', '1', '86400']);
  t.deepEqual(rate(second).slice(0, 2), ['2', '0']);
  t.is(third.status, 429);
  t.deepEqual(rate(third).slice(0, 2), ['2', '0']);
  t.like(third.json, { type: 'client_error', errors: [{ code: 'throttled', attr: null }] });
  const wait = third.headers.get('retry-after');
  t.is(third.json.detail, `Request was throttled. Expected available in ${wait} seconds.`);
  t.is(rate(third)[2], wait);
  t.is(other.status, 200);
});

test('requests of a user count together from wherever they come, apart from anonymous ones', async (t) => {
  const token = await server.createUser('ana');

  const first = await server.get('/api/things/1/', { token, ...from('192.0.2.3') });
  const second = await server.get('/api/things/1/', { token });
  const anonymous = await server.get('/api/things/1/', from('192.0.2.3'));

  t.deepEqual(rate(first), ['3', '2', '3600']);
  t.deepEqual(rate(second).slice(0, 2), ['3', '1']);
  t.deepEqual(rate(anonymous).slice(0, 2), ['2', '1']);
});

test('refused credentials and impossible forms do not count, OPTIONS and wrong methods do', async (t) => {
  const token = await server.createUser('bob');

  const unauthorised = await server.post('/api/things/', from('192.0.2.4'));
  const notAcceptable = await server.get('/api/things/', {
    token,
    headers: { Accept: 'image/png' },
  });
  const options = await server.request('OPTIONS', '/api/things/', { token });
  const method = await server.request('DELETE', '/api/things/', { token });

  t.deepEqual(rate(unauthorised), [null, null, null]);
  t.deepEqual(rate(notAcceptable), [null, null, null]);
  t.is(rate(options)[1], '2');
  t.is(rate(method)[1], '1');
});

test('the window slides: a request is forgotten exactly when its time is over', (t) => {
  const window = new SlidingWindow({ limit: 2, seconds: 10 });

  t.like(window.take('a', 0), { allowed: true, remaining: 1, reset: 10 });
  t.like(window.take('a', 4000), { allowed: true, remaining: 0, reset: 6 });
  t.like(window.take('a', 9999), { allowed: false, remaining: 0, reset: 1 });
  t.like(window.take('a', 10_000), { allowed: true, remaining: 0, reset: 4 });
  t.like(window.take('a', 13_999), { allowed: false, remaining: 0 });
  t.like(window.take('b', 13_999), { allowed: true, remaining: 1 });
});

test('without rates nothing is counted', async (t) => {
  const free = await startServer({ endpoints: sampleEndpoints });
  t.teardown(() => free.close());

  const response = await free.get('/api/things/1/');

  t.deepEqual(rate(response), [null, null, null]);
});
