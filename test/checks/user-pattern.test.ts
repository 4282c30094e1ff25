import test from 'ava';
import { compileUserPattern } from '../../checks/user-pattern.ts';

for (const [pattern, text, isMatch] of [
  ['^\\w+$', 'žluťoučký', true],
  ['^[\\w-]+$', 'žluť-kůň', true],
  ['^[[:digit:]\\w]+$', '1žluť', true],
  ['^[]\\w]+$', ']žluť', true],
  ['^[^]\\w]+$', 'a', false],
  ['^[a[]\\w+$', '[žluť', true],
  ['^\\W+$', 'ž', false],
  ['^\\d$', '٣', true],
  ['^\\D$', '٣', false],
  ['^\\s$', '\u00a0', true],
  ['^\\S$', '\u00a0', false],
  ['^\\p{sc=Thai}+$', 'ไทย', true],
  ['^\\p{Script=Thai}+$', 'ไทย', true],
  ['^\\P{sc=Thai}+$', 'ไทย', false],
  ['^\\p{gc=Lu}$', 'Ž', true],
  ['^\\p{L}$', '1', false],
  ['^\\u017e\\Z', 'ž', true],
  ['^\\\\u017e$', '\\u017e', true],
  ['^\\\\w$', '\\w', true],
  ['^(?P<a>x)(?:y|z)$', 'xz', true],
  ['^😀?$', '😀', true],
] as const) {
  test(`${pattern} ${isMatch ? 'matches' : 'does not match'} "${text}"`, (t) => {
    t.is(compileUserPattern(pattern)?.test(text), isMatch);
  });
}

for (const pattern of ['(', '[a', 'a(?=b)', '(?<!a)b', '(a)\\1', '*', 'a{2000}', '\\p{Nonsense}']) {
  test(`${pattern} cannot be used`, (t) => {
    t.is(compileUserPattern(pattern), null);
  });
}

test('case is ignored where that is asked for', (t) => {
  t.true(compileUserPattern('^ž$', { ignoreCase: true })?.test('Ž'));
  t.false(compileUserPattern('^ž$')?.test('Ž'));
});
