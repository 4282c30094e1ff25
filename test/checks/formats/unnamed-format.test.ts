import test from 'ava';
import { failed } from '../../helpers/checked.ts';

for (const [source, flags, fires] of [
  ['%s of %d', 'c-format', true],
  ['%s of %s', 'c-format', true],
  ['{} of {}', 'python-brace-format', true],
  ['%s of 100%%', 'python-format', true],
  ['~a ~s', 'scheme-format', true],
  ['%s %d', 'object-pascal-format', true],
  ['%s %d', 'java-printf-format', true],
  ['%1$s of %2$d', 'c-format', false],
  ['%s of %d', '', false],
  ['%s of 100%%', 'c-format', false],
  ['%s', 'c-format, python-format', false],
  ['%s %1$s', 'c-format', false],
  ['{} of {name}', 'python-brace-format', false],
  ['{{}} {}', 'python-brace-format', false],
  ['%s of %d', 'ruby-format', false],
  ['%s of %d', 'c-format, ignore-unnamed-format', false],
] as const) {
  test(`"${source}" ${fires ? 'fires' : 'passes'} with flags "${flags}"`, (t) => {
    const failing = failed({ source, flags, isSource: true });

    t.is(failing.includes('unnamed_format'), fires);
  });
}

test('only the first form is looked at', (t) => {
  const failing = failed({ source: ['%d file', '%d of %d files'], flags: 'c-format', isSource: true });

  t.false(failing.includes('unnamed_format'));
});
