import test from 'ava';
import { fixUp } from '../../checks/fix-ups.ts';
import { type CheckedString, checked } from '../helpers/checked.ts';

type Row = readonly [source: string, target: string, fixed: string, more?: Partial<CheckedString>];

const french = { language: 'fr' };
const hindi = { language: 'hi' };
const rows: readonly Row[] = [
  [' Menu\n', 'Nabídka', ' Nabídka\n'],
  ['Menu', '\u00a0Nabídka\t', 'Nabídka'],
  ['Menu\r\n', 'Nabídka', 'Nabídka\n'],
  [' Menu ', '', ''],
  [' Menu ', '  ', '  '],
  ['\ufeffMenu', 'Nabídka', 'Nabídka'],
  [' Menu ', 'Nabídka', 'Nabídka ', { flags: 'ignore-begin-space' }],
  ['Menu', ' Nabídka ', 'Nabídka ', { flags: 'ignore-end-space' }],
  ['Wait…', 'Čekej...', 'Čekej…'],
  ['Wait…', 'Čekej...', 'Čekej…', { flags: 'ignore-end-ellipsis' }],
  ['Wait...', 'Čekej...', 'Čekej...'],
  ['Wait… ', 'Čekej...', 'Čekej... '],
  ['a b', 'a\u200bb', 'ab'],
  ['a\u200bb', 'a\u200bb', 'a\u200bb'],
  ['a b', 'a\u200bb', 'a\u200bb', { language: 'km' }],
  ['ab', 'a\u0007\u0000b\ufffe', 'ab'],
  ['a', 'a\tb\nc\rd\u0085', 'a\tb\nc\rd'],
  ['Saved.', 'सहेजा.', 'सहेजा।', hindi],
  ['Saved.', 'সংরক্ষিত|', 'সংরক্ষিত।', { language: 'bn_IN' }],
  ['Saved', 'सहेजा.', 'सहेजा.', hindi],
  ['Saved.', 'saheja.', 'saheja.', { language: 'hi_Latn' }],
  ['What?', 'Quoi ?', 'Quoi\u202f?', french],
  ['What?', 'Quoi?', 'Quoi?', french],
  ['Name:', 'Nom :', 'Nom\u00a0:', french],
  ['Name:', 'Nom\u202f:', 'Nom\u00a0:', french],
  ['a; b!', 'a\u00a0; b\u2009!', 'a\u202f; b\u202f!', french],
  ['What?', 'Quoi ?', 'Quoi ?', { language: 'fr_CA' }],
  ['What?', 'Quoi ?', 'Quoi ?', { language: 'fr', flags: 'ignore-punctuation-spacing' }],
  ['{a ?}', '{a ?} ?', '{a ?}\u202f?', { language: 'fr', flags: 'placeholders:"{a ?}"' }],
  ['What?', 'Co ?', 'Co ?'],
  ['<b>x</b>', '<b onclick="x">y</b><script>z</script>', '<b>y</b>', { flags: 'safe-html' }],
  ['<b>x</b>', '<i>y</i>', 'y', { flags: 'auto-safe-html' }],
  ['<b>x</b>', '<i>y</i>', '<i>y</i>', { flags: 'safe-html, ignore-safe-html' }],
  ['<b>x</b>', '<i>y</i>', '<i>y</i>'],
  ['<Thing>x', '<i>y</i>', '<i>y</i>', { flags: 'auto-safe-html' }],
];

for (const [source, target, fixed, more = {}] of rows) {
  test(JSON.stringify([source, target, fixed, more]).replaceAll(' ', '·'), (t) => {
    const { unit, around } = checked({ source, target, ...more });

    const once = fixUp(unit.target, unit, around);

    t.deepEqual(once, [fixed]);
    t.deepEqual(fixUp(once, unit, around), [fixed]);
  });
}

test('forms take over the edges of the source form for the same counts', (t) => {
  const german = checked({ source: [' one', 'other\n'], target: ['eins', 'viele'], language: 'de' });
  const japanese = checked({ source: [' one', 'other\n'], target: ['x'], language: 'ja' });

  t.deepEqual(fixUp(german.unit.target, german.unit, german.around), [' eins', 'viele\n']);
  t.deepEqual(fixUp(japanese.unit.target, japanese.unit, japanese.around), ['x\n']);
});

test('in a language of more forms, those of no source form take over the edges of the first', (t) => {
  const { unit, around } = checked({ source: [' one', 'other\n'], target: ['1', '2', '5'] });

  t.deepEqual(fixUp(unit.target, unit, around), [' 1', ' 2', ' 5']);
});

test('equal-ranking values take over the edges of the first source value', (t) => {
  const { unit, around } = checked({ source: [' a', 'b\n'], target: ['x', 'y'], multivalue: true });

  t.deepEqual(fixUp(unit.target, unit, around), [' x', ' y']);
});
