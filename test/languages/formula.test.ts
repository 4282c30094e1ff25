import test from 'ava';
import { FormulaError, parseFormula } from '../../languages/formula.ts';

const values: [formula: string, results: Record<number, number>][] = [
  ['0', { 0: 0, 7: 0 }],
  ['n', { 0: 0, 7: 7 }],
  ['n != 1', { 0: 1, 1: 0, 2: 1 }],
  ['n>1', { 1: 0, 2: 1 }],
  ['!n', { 0: 1, 1: 0 }],
  ['!!n', { 0: 0, 5: 1 }],
  ['1 + n * 2 - n / 2', { 0: 1, 3: 6, 4: 7 }],
  ['n - 1 - 1', { 5: 3 }],
  ['7 % n', { 4: 3 }],
  ['n%10==1 && n%100!=11', { 1: 1, 11: 0, 21: 1, 111: 0 }],
  ['n == 1 || n == 2 && n == 3', { 1: 1, 2: 0 }],
  ['n == 0 == 0', { 0: 0, 1: 1 }],
  ['n<2 == 1', { 1: 1, 2: 0 }],
  ['(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', { 0: 2, 1: 0, 2: 1, 4: 1, 5: 2 }],
  ['n ? n == 1 ? 1 : 2 : 3', { 0: 3, 1: 1, 2: 2 }],
  [' n\t==\n1 ', { 1: 1 }],
];

for (const [formula, results] of values) {
  test(`the value of ${JSON.stringify(formula)}`, (t) => {
    const value = parseFormula(formula);

    for (const [n, result] of Object.entries(results)) {
      t.is(value(Number(n)), result, `n = ${n}`);
    }
  });
}

const broken: [formula: string, position: number][] = [
  ['', 0],
  ['n +', 3],
  ['n 1', 2],
  ['n = 1', 2],
  ['nn', 0],
  ['m != 1', 0],
  ['(n != 1', 7],
  ['n ? 1', 5],
  ['n ? 1 : ', 8],
  ['n != 1;', 6],
  ['n ^ 1', 2],
  ['process.exit(1)', 0],
];

for (const [formula, position] of broken) {
  test(`${JSON.stringify(formula)} is refused at ${position}`, (t) => {
    const error = t.throws(() => parseFormula(formula), { instanceOf: FormulaError });

    t.is(error.position, position);
  });
}

test('a formula nested without end is refused and does not exhaust the stack', (t) => {
  for (const formula of [
    `${'('.repeat(900)}n${')'.repeat(900)}`,
    `${'!'.repeat(1900)}n`,
    `${'n?1:'.repeat(400)}2`,
    `${'n+'.repeat(100_000)}n`,
  ]) {
    t.throws(() => parseFormula(formula), { instanceOf: FormulaError });
  }
});

test('a division by zero is an error of the formula', (t) => {
  const value = parseFormula('4 / n + 4 % n');

  t.is(value(2), 2);
  t.throws(() => value(0), { instanceOf: FormulaError });
});
