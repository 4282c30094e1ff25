import test from 'ava';
import { effectiveFlags, priorityOf } from '../../../actors/unit-flags.ts';

test('flags of inner levels win over those of outer ones', (t) => {
  const flags = effectiveFlags('max-length:20, c-format', '', 'max-length:30');

  t.deepEqual(
    [...flags],
    [
      ['max-length', '30'],
      ['c-format', null],
    ],
  );
});

test('a discarded flag is gone', (t) => {
  const flags = effectiveFlags('read-only, c-format', 'discard:read-only');

  t.deepEqual([...flags.keys()], ['c-format']);
});

test('commas inside quotes do not part flags', (t) => {
  const flags = effectiveFlags('placeholders:"a,\\"b":c, read-only');

  t.deepEqual(
    [...flags],
    [
      ['placeholders', '"a,\\"b":c'],
      ['read-only', null],
    ],
  );
});

test('the priority is 100 unless a flag says otherwise', (t) => {
  t.is(priorityOf(effectiveFlags('c-format')), 100);
  t.is(priorityOf(effectiveFlags('priority:140')), 140);
  t.is(priorityOf(effectiveFlags('priority:high')), 100);
});
