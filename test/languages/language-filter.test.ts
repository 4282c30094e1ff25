import test from 'ava';
import { LanguageFilterError, languageFilter } from '../../languages/language-filter.ts';

const filters: [pattern: string, code: string, passes: boolean][] = [
  ['^[^.]+$', 'pt_BR', true],
  ['^[^.]+$', 'a.b', false],
  ['cs|de', 'cs', true],
  ['cs|de', 'cs_CZ', true],
  ['cs|de', 'x_cs', false],
  ['^(cs|pt\\-BR)$', 'pt-BR', true],
];

for (const [pattern, code, passes] of filters) {
  test(`${pattern} ${passes ? 'admits' : 'refuses'} ${code}`, (t) => {
    t.is(languageFilter(pattern)(code), passes);
  });
}

for (const pattern of ['(', '*', '[a', '', '.*', 'a?']) {
  test(`the pattern ${JSON.stringify(pattern)} is refused`, (t) => {
    t.throws(() => languageFilter(pattern), { instanceOf: LanguageFilterError });
  });
}

test('a pattern that would run for ages is stopped', (t) => {
  const filter = languageFilter('^([a-z]+)+$');

  t.true(filter('abc'));
  const error = t.throws(() => filter(`${'a'.repeat(49)}1`), { instanceOf: LanguageFilterError });
  t.regex(error.message, /slower than/);
});
