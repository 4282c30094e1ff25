import test from 'ava';
import { failed } from '../helpers/checked.ts';

for (const [flags, target, fires] of [
  ['regex:^[a-z]+$', 'ABC', true],
  ['regex:r"^\\p{sc=Thai}+$"', 'abc', true],
  ['regex:r"^\\d+$"', '12a', true],
  ['regex:r"("', 'a', true],
  ['regex:r"a(?=b)"', 'ab', true],
  ['regex:^[a-z]+$', 'abc', false],
  ['regex:b', 'abc', false],
  ['regex:r"^\\p{L}+$"', 'žluť', false],
  ['regex:r"^\\p{sc=Thai}+$"', 'ไทย', false],
  ['regex:r"^\\w+$"', 'žluť', false],
  ['regex:r"^[\\w ]+\\Z"', 'žluťoučký kůň', false],
  ['regex:r"^\\D+$"', 'a', false],
  ['regex:r"\\u00e9"', 'é', false],
  ['regex:""', 'abc', false],
] as const) {
  test(`${flags}: "${target}" ${fires ? 'fires' : 'passes'}`, (t) => {
    const failing = failed({ source: 'x', target, flags });

    t.is(failing.includes('regex'), fires);
  });
}

test('each form has to match', (t) => {
  const failing = failed({ source: ['x', 'x'], target: ['a', 'b', 'a'], flags: 'regex:a' });

  t.true(failing.includes('regex'));
});

test('an expression that others would be stuck in is matched at once', (t) => {
  const failing = failed({ source: 'x', target: `${'a'.repeat(50_000)}!`, flags: 'regex:r"^(a+)+$"' });

  t.true(failing.includes('regex'));
});
