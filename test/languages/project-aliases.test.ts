import test from 'ava';
import {
  LanguageAliasError,
  parseLanguageAliases,
  resolveFileCode,
} from '../../languages/project-aliases.ts';

test('aliases are pairs between commas', (t) => {
  const aliases = parseLanguageAliases('ia_FOO:ia, german:de');

  t.deepEqual(
    [...aliases],
    [
      ['ia_FOO', 'ia'],
      ['german', 'de'],
    ],
  );
  t.is(parseLanguageAliases(' ').size, 0);
});

for (const text of ['cs', 'cs:', ':cs', 'a:b:c', 'a:b,', ',', 'a:b,,c:d']) {
  test(`${JSON.stringify(text)} is no list of aliases`, (t) => {
    t.throws(() => parseLanguageAliases(text), { instanceOf: LanguageAliasError });
  });
}

test('an alias counts in its own letter case, before the words for the source language', (t) => {
  const aliases = new Map([
    ['german', 'de'],
    ['default', 'cs'],
  ]);

  t.is(resolveFileCode('german', aliases, 'en'), 'de');
  t.is(resolveFileCode('German', aliases, 'en'), 'German');
  t.is(resolveFileCode('default', aliases, 'en'), 'cs');
  t.is(resolveFileCode('src', aliases, 'en'), 'en');
  t.is(resolveFileCode('source', new Map(), 'fr'), 'fr');
  t.is(resolveFileCode('pt_BR', aliases, 'en'), 'pt_BR');
});
