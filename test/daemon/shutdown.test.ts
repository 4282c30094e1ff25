import test from 'ava';
import { Shutdown } from '../../daemon/shutdown.ts';

test('parts stop one after the other, the last one started first', async (t) => {
  const shutdown = new Shutdown();
  const events: string[] = [];
  for (const name of ['lock', 'database', 'listener']) {
    shutdown.add(name, 5, async () => {
      events.push(`${name} stops`);
      await Promise.resolve();
      events.push(`${name} stopped`);
    });
  }

  await shutdown.run();

  t.deepEqual(events, [
    'listener stops',
    'listener stopped',
    'database stops',
    'database stopped',
    'lock stops',
    'lock stopped',
  ]);
});

test('a part that fails keeps none from stopping, and every failure is told', async (t) => {
  const shutdown = new Shutdown();
  let isReleased = false;
  shutdown.add('lock', 5, async () => {
    isReleased = true;
  });
  shutdown.add('database', 5, () => Promise.reject(new Error('connection lost')));
  shutdown.add('listener', 5, () => Promise.reject(new Error('still busy')));

  const error = await t.throwsAsync(shutdown.run(), { instanceOf: AggregateError });

  t.true(isReleased);
  t.deepEqual(
    error.errors.map(({ cause }) => cause.message),
    ['still busy', 'connection lost'],
  );
});

test('a part that never stops is given up after its limit', async (t) => {
  const shutdown = new Shutdown();
  let isReleased = false;
  shutdown.add('lock', 5, async () => {
    isReleased = true;
  });
  shutdown.add('actors', 0.01, () => new Promise(() => undefined));

  const error = await t.throwsAsync(shutdown.run(), { instanceOf: AggregateError });

  t.true(isReleased);
  t.is(error.errors[0].cause.message, 'actors did not stop within 0.01 s');
});

test('asked twice it stops once, and both hear how it went', async (t) => {
  const shutdown = new Shutdown();
  let count = 0;
  shutdown.add('lock', 5, async () => {
    count += 1;
  });

  await Promise.all([shutdown.run(), shutdown.run()]);

  t.is(count, 1);
  t.true(shutdown.hasBegun);
});
