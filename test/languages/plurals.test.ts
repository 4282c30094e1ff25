import test from 'ava';
import {
  checkPlural,
  defaultPlural,
  describePlural,
  FormulaError,
  samePlural,
} from '../../languages/plurals.ts';

const forms: [code: string, number: number, formula: string, type: number][] = [
  ['cs', 3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', 22],
  ['en', 2, 'n != 1', 1],
  ['es', 2, 'n != 1', 1],
  ['fr', 2, 'n > 1', 1],
  ['ja', 1, '0', 0],
  ['pt', 2, 'n > 1', 1],
  ['pt_PT', 2, 'n != 1', 1],
  ['zh_Hans', 1, '0', 0],
];

for (const [code, number, formula, type] of forms) {
  test(`${code} has ${number} forms by ${formula}`, (t) => {
    const plural = defaultPlural(code);

    t.like(plural, { number, formula, type });
    t.is(plural.categories.length, number);
  });
}

test('an unknown variant counts as its language', (t) => {
  t.deepEqual(defaultPlural('cs_XX@some'), defaultPlural('cs'));
  t.deepEqual(defaultPlural('ar-XX'), defaultPlural('ar'));
  t.deepEqual(defaultPlural('zh_XX'), defaultPlural('zh_Hans'));
});

test('an unknown language has two forms', (t) => {
  t.deepEqual(defaultPlural('xx'), { number: 2, formula: 'n != 1', categories: ['one', 'other'], type: 1 });
});

test('rules are the same when every count gets the same form', (t) => {
  const czech = { number: 3, formula: 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2' };
  const late = { number: 3, formula: 'n==1 ? 0 : n>=2 && n<=4 ? 1 : n==1000000 ? 1 : 2' };

  t.true(samePlural(czech, defaultPlural('cs')));
  t.false(samePlural({ ...czech, number: 4 }, defaultPlural('cs')));
  t.false(samePlural(czech, defaultPlural('pl')));
  t.false(samePlural(late, defaultPlural('cs')));
});

test('a formula must give every count one of its forms', (t) => {
  t.notThrows(() => checkPlural({ number: 3, formula: 'n>2 ? 2 : n' }));
  for (const formula of ['n', 'n>500 ? 3 : 0', '0-1', '4/n', 'n ?']) {
    t.throws(() => checkPlural({ number: 3, formula }), { instanceOf: FormulaError });
  }
});

const russian = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2';

test('the forms of a rule are named as its language names them', (t) => {
  const inRussian = describePlural({ number: 3, formula: russian }, 'ru');
  const inSerbian = describePlural({ number: 3, formula: russian }, 'sr');

  t.like(inRussian, { formula: russian, categories: ['one', 'few', 'many'], type: 7 });
  t.like(inSerbian, { formula: russian, categories: ['one', 'few', 'other'], type: 2 });
});

const guessed: [number: number, formula: string, categories: string][] = [
  [3, 'n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2', 'one other zero'],
  [4, 'n==1 ? 0 : n==0 || n%100>1 && n%100<11 ? 1 : n%100>10 && n%100<20 ? 2 : 3', 'one few many other'],
  [3, 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2', 'one many other'],
  [4, 'n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3', 'one two many other'],
  [7, 'n>5 ? 6 : n', 'zero one two few many other other'],
];

for (const [number, formula, categories] of guessed) {
  test(`the forms of ${formula} are told from their counts`, (t) => {
    const plural = describePlural({ number, formula });

    t.deepEqual(plural, { number, formula, categories: plural.categories, type: 99 });
    t.is(plural.categories.join(' '), categories);
  });
}
