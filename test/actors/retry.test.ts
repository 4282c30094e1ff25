import test from 'ava';
import { backOff } from '../../actors/retry.ts';

const waits: Record<number, number> = { 1: 500, 2: 1000, 3: 2000, 4: 4000, 7: 32_000, 8: 60_000, 40: 60_000 };

for (const [attempt, wait] of Object.entries(waits)) {
  test(`after failure ${attempt} the next run waits ${wait} ms`, (t) => {
    t.is(backOff(Number(attempt)), wait);
  });
}
