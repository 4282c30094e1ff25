import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { limitTime } from '../../adapters/time-limit.ts';

test('a limit is reached when the process has worked that long', async (t) => {
  const worked = process.cpuUsage();
  const begin = performance.now();
  const reached = Promise.withResolvers<void>();

  limitTime(60, reached.resolve);
  // Works from time to time, as a process does on a machine that others keep busy.
  const timer = setInterval(() => spin(2), 10);
  await reached.promise;
  clearInterval(timer);

  const { user, system } = process.cpuUsage(worked);
  t.true(user + system >= 60_000, `${user + system} us of work`);
  t.true(performance.now() - begin >= 60);
});

test('a limit is reached at last by a process that does nothing', async (t) => {
  const begin = performance.now();
  const worked = process.cpuUsage();
  const reached = Promise.withResolvers<void>();

  limitTime(20, reached.resolve);
  await reached.promise;

  const { user, system } = process.cpuUsage(worked);
  t.true(user + system >= 20_000 || performance.now() - begin >= 400);
});

test('a limit that was called off is never reached', async (t) => {
  let isReached = false;

  const callOff = limitTime(5, () => {
    isReached = true;
  });
  callOff();
  spin(10);
  await delay(20);

  t.false(isReached);
});

function spin(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    // Works.
  }
}
