import test from 'ava';
import { pairForms } from '../../checks/pairing.ts';
import { pluralForms } from '../../checks/plural-forms.ts';
import { parseFormula } from '../../languages/plurals.ts';
import { type CheckedString, checked } from '../helpers/checked.ts';

function pairs(text: CheckedString): string[] {
  const { unit, around } = checked(text);
  return pairForms(unit, around).map(({ source, target }) => `${source}-${target}`);
}

test('samples are the first ten counts of each form', (t) => {
  const { samples } = pluralForms(3, '(n==1) ? 0 : (n==2000000) ? 1 : 2', parseFormula);

  t.deepEqual(samples, [[1], [2_000_000], [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
});

const source = ['one', 'other'];
for (const [title, text, expected] of [
  ['the only forms go together', { source: 'a', target: 'b' }, ['a-b']],
  ['with equal rules form by form', { source, target: ['1', 'n'], language: 'de' }, ['one-1', 'other-n']],
  [
    'the form for exactly one goes with the singular, all others with the plural',
    { source, target: ['1', '2-4', '5+'] },
    ['one-1', 'other-2-4', 'other-5+'],
  ],
  [
    'a form for zero and one goes with the plural',
    { source, target: ['01', '2+'], language: 'hi' },
    ['other-01', 'other-2+'],
  ],
  ['a language without plurals goes with the plural', { source, target: ['x'], language: 'ja' }, ['other-x']],
  [
    'forms that the languages do not have go with the last one',
    { source, target: ['a', 'b'] },
    ['other-a', 'other-b'],
  ],
  [
    'several values go with the source',
    { source: 'a', target: ['x', 'y'], multivalue: true },
    ['a-x', 'a-y'],
  ],
  [
    'forms of a language of many go with those of the same counts',
    {
      source: ['1', '2-4', '5+'],
      target: ['eins', 'viele'],
      sourceLanguage: 'cs',
      language: 'de',
    },
    ['1-eins', '5+-viele'],
  ],
] as const) {
  test(`pairing: ${title}`, (t) => {
    t.deepEqual(pairs(text), expected);
  });
}
