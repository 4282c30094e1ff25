import { once } from 'node:events';
import { Agent, request } from 'node:http';
import test from 'ava';
import { Failure } from '../../daemon/failure.ts';
import { listen } from '../../daemon/listener.ts';

const anyPort = { host: '127.0.0.1', port: 0 };

test('port 0 is any free port, and the address tells which', async (t) => {
  const listener = await listen(anyPort, (_, response) => response.end('hello'));
  t.teardown(() => listener.close(0));

  const response = await fetch(listener.address);

  t.is(await response.text(), 'hello');
});

test('a port in use is told in one line with the way out', async (t) => {
  const first = await listen(anyPort, (_, response) => response.end());
  t.teardown(() => first.close(0));
  const port = Number(new URL(first.address).port);

  const error = await t.throwsAsync(
    listen({ host: '127.0.0.1', port }, () => undefined),
    { instanceOf: Failure },
  );

  t.regex(error.message, new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: .*DRAGOMAN_LISTEN`));
});

test('an address that is not this machine is told in one line', async (t) => {
  const error = await t.throwsAsync(
    listen({ host: '192.0.2.1', port: 0 }, () => undefined),
    { instanceOf: Failure },
  );

  t.regex(error.message, /^cannot listen on 192\.0\.2\.1:0: [^\n]+$/);
});

test('closing lets a request under way finish and takes no new one', async (t) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const listener = await listen(anyPort, async (_, response) => {
    arrive();
    await mayAnswer;
    response.end('finished');
  });
  const answered = fetch(listener.address).then((response) => response.text());
  await arrived;

  const closed = listener.close(60);
  await t.throwsAsync(fetch(listener.address));
  answer();

  t.is(await answered, 'finished');
  await t.notThrowsAsync(closed);
});

test('closing does not wait for clients that only keep their connection', async (t) => {
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const listener = await listen(anyPort, (_, response) => response.end('hello'));
  const [response] = await once(request(listener.address, { agent }).end(), 'response');
  await response.resume().toArray();

  await t.notThrowsAsync(listener.close(60));
});

test('closing cuts a request that outlasts the limit', async (t) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const listener = await listen(anyPort, () => arrive());
  const answered = t.throwsAsync(fetch(listener.address));
  await arrived;

  await listener.close(0.01);

  await answered;
});
