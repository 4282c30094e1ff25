import test from 'ava';
import { readAhead } from '../../actors/read-ahead.ts';

/** Prepares each number as its square, and keeps what happened. */
function diary() {
  const events: string[] = [];
  const prepare = async (item: number) => {
    events.push(`prepare ${item}`);
    await Promise.resolve();
    if (item < 0) {
      throw new Error(`cannot prepare ${item}`);
    }
    return item * item;
  };
  return { events, prepare };
}

test('the next item is begun before the caller works on the one before', async (t) => {
  const { events, prepare } = diary();

  for await (const [item, square] of readAhead([1, 2, 3], prepare, () => false)) {
    events.push(`work on ${item}, ${square}`);
  }

  t.deepEqual(events, [
    'prepare 1',
    'prepare 2',
    'work on 1, 1',
    'prepare 3',
    'work on 2, 4',
    'work on 3, 9',
  ]);
});

test('after something heavy the next item waits until the caller is done', async (t) => {
  const { events, prepare } = diary();

  for await (const [item] of readAhead([1, 2, 3], prepare, (square) => square === 1)) {
    events.push(`work on ${item}`);
  }

  t.deepEqual(events, ['prepare 1', 'work on 1', 'prepare 2', 'prepare 3', 'work on 2', 'work on 3']);
});

test('what cannot be prepared fails when its turn comes, after the work on those before', async (t) => {
  const { events, prepare } = diary();

  const reading = async () => {
    for await (const [item] of readAhead([1, -2, 3], prepare, () => false)) {
      events.push(`work on ${item}`);
    }
  };

  await t.throwsAsync(reading, { message: 'cannot prepare -2' });
  t.deepEqual(events, ['prepare 1', 'prepare -2', 'work on 1']);
});

test('a caller that stops early leaves nothing running, be it a failure', async (t) => {
  const { events, prepare } = diary();
  const ended: number[] = [];
  const watched = (item: number) => prepare(item).finally(() => ended.push(item));

  for await (const [item] of readAhead([1, -2, 3], watched, () => false)) {
    events.push(`work on ${item}`);
    break;
  }

  t.deepEqual(events, ['prepare 1', 'prepare -2', 'work on 1']);
  t.deepEqual(ended, [1, -2]);
});
