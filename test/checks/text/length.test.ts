import test from 'ava';
import { textWidth, wrappedLines } from '../../../checks/text/text-width.ts';
import { testCheck } from '../../helpers/check-table.ts';

testCheck('max-length', [
  ['x', '12345', true, { flags: 'max-length:4' }],
  ['x', '1234', false, { flags: 'max-length:4' }],
  ['x', '1234', false],
  ['x', '😀😀😀😀', false, { flags: 'max-length:4' }],
  ['x', '😀😀😀😀😀', true, { flags: 'max-length:4' }],
  ['x', '%s!', true, { flags: 'max-length:4, replacements:%s:"John"' }],
  ['x', '%s', false, { flags: 'max-length:4, replacements:%s:"John"' }],
  ['x', '%s.', false, { flags: 'max-length:1, replacements:%s:' }],
  ['x', '%ss', false, { flags: 'max-length:1, replacements:%s:"long":%ss:1' }],
  ['x', '<b>1234</b>', true, { flags: 'max-length:4' }],
  ['x', '<b>1234</b>', false, { flags: 'max-length:4, xml-text' }],
  ['x', '&lt;<![CDATA[<1>]]>', false, { flags: 'max-length:4, xml-text' }],
  ['x', '<b>1234', true, { flags: 'max-length:4, xml-text' }],
  ['x', 'a', true, { flags: 'max-length:many' }],
  ['x', 'a', true, { flags: 'max-length' }],
  [['x', 'x'], ['1', '1', '12345'], true, { flags: 'max-length:4' }],
]);

testCheck('max-lines', [
  ['x', 'a\n', true, { flags: 'max-lines:1' }],
  ['x', 'a\n', false, { flags: 'max-lines:2' }],
  ['x', 'a', true, { flags: 'max-lines:x' }],
]);

testCheck('source-max-length', [
  ['x'.repeat(86), '', true, { flags: 'max-length:100', isSource: true }],
  ['x'.repeat(85), '', false, { flags: 'max-length:100', isSource: true }],
  ['x'.repeat(100), '', false, { flags: 'max-length:100', isSource: true, sourceLanguage: 'de' }],
  ['x'.repeat(101), '', true, { flags: 'max-length:100', isSource: true, sourceLanguage: 'de' }],
  ['x', '', true, { flags: 'max-length:ten', isSource: true }],
  ['x', '', false, { isSource: true }],
  ['x'.repeat(86), 'y', false, { flags: 'max-length:100' }],
]);

const long = 'A very long sentence';
testCheck('max-size', [
  ['x', long, true, { flags: 'max-size:20' }],
  ['x', 'Short', false, { flags: 'max-size:500:2, font-size:22' }],
  ['x', long, false, { flags: 'max-size:100' }],
  ['x', long, true, { flags: 'max-size:100, font-size:20' }],
  ['x', long, true, { flags: 'max-size:100, font-spacing:3' }],
  ['x', long, true, { flags: 'max-size:70' }],
  ['x', long, false, { flags: 'max-size:70:2' }],
  ['x', 'Donaudampfschiff', true, { flags: 'max-size:40:9' }],
  ['x', 'a\nb', true, { flags: 'max-size:100' }],
  ['x', 'a\nb', false, { flags: 'max-size:100:2' }],
  ['x', 'a', true, { flags: 'max-size:wide' }],
  [long, 'x', false, { flags: 'max-size:20' }],
  [long, long, true, { flags: 'max-size:20', isSource: true }],
]);

const face = { size: 10, weight: 'normal', spacing: 0 };

test('lines break at spaces only', (t) => {
  const lines = wrappedLines('one two three\n\nfour', 40, face);

  t.deepEqual(lines, ['one two', 'three', '', 'four']);
});

test('widths tell narrow, wide, bold and square characters apart', (t) => {
  t.true(textWidth('ill', face) < textWidth('abc', face));
  t.true(textWidth('abc', face) < textWidth('MWM', face));
  t.true(textWidth('abc', face) < textWidth('abc', { ...face, weight: 'bold' }));
  t.is(textWidth('漢字', face), 20);
  t.is(textWidth('e\u0301', face), textWidth('e', face));
});
