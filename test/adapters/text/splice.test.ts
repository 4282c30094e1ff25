import test from 'ava';
import { splice } from '../../../adapters/text/splice.ts';

test('spans are replaced, inserted and removed at once, in any order', (t) => {
  const result = splice('one two three', [
    { start: 8, end: 13, text: '3' },
    { start: 3, end: 3, text: '!' },
    { start: 4, end: 8, text: '' },
  ]);

  t.is(result, 'one! 3');
});

test('insertions at one place keep their order, and stand before what is replaced there', (t) => {
  const result = splice('ab', [
    { start: 1, end: 2, text: 'B' },
    { start: 1, end: 1, text: '1' },
    { start: 1, end: 1, text: '2' },
  ]);

  t.is(result, 'a12B');
});

test('no splice gives the same text', (t) => {
  t.is(splice('a', []), 'a');
});

test('overlapping spans are a bug', (t) => {
  const overlapping = [
    { start: 0, end: 2, text: '' },
    { start: 1, end: 3, text: '' },
  ];

  t.throws(() => splice('abc', overlapping), { message: /overlapping splices at offset 1/ });
});
