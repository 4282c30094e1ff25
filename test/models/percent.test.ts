import test from 'ava';
import { percent } from '../../models/percent.ts';

const cases: [part: number, total: number, finished: boolean, expected: number][] = [
  [0, 0, true, 100],
  [0, 0, false, 0],
  [0, 40, true, 0],
  [30, 40, true, 75],
  [40, 40, false, 100],
  [1, 3, true, 33.3],
  [2, 3, true, 66.6],
  [1, 10_000, false, 0.1],
  [9_999, 10_000, true, 99.9],
  [1, 2_000, false, 0.1],
  [7, 900, false, 0.7],
  [700, 900, true, 77.7],
  [9, 160, false, 5.6],
  [29, 1000, true, 2.9],
  [57, 1000, true, 5.7],
  [1_000_000, 1_000_001, true, 99.9],
];

for (const [part, total, finished, expected] of cases) {
  test(`${part} of ${total}${finished ? ' finished' : ''} is ${expected}`, (t) => {
    t.is(percent(part, total, finished), expected);
  });
}
