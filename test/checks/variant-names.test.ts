import test from 'ava';
import { flaggedVariant, storedNamer, VariantRegexError, variantNamer } from '../../checks/variant-names.ts';

const keys: [string, string, string | null][] = [
  ['_(short|min)$', 'title_short', 'title'],
  ['_(short|min)$', 'title', null],
  ['_(short|min)$', 'short_title', null],
  ['_short', 'a_short_b_short', 'a_b'],
  ['\\.v\\d+', 'größe.v٣', 'größe'],
  ['^app$', 'app', ''],
  ['\\b', 'title', null],
  ['_', `a${'_'.repeat(16)}`, 'a'],
  ['_', `a${'_'.repeat(17)}`, null],
  ['_short$', `${'😀'.repeat(570)}_short`, '😀'.repeat(570)],
  ['_short$', `${'😀'.repeat(571)}_short`, null],
];

for (const [regex, key, expected] of keys) {
  test(`"${regex}" names the group of ${key.slice(0, 20)} (${key.length}) as ${expected?.slice(0, 20)}`, (t) => {
    t.is(variantNamer(regex)(key), expected);
  });
}

const unusable: [string, RegExp][] = [
  ['(', /no regular expression/],
  ['(?=a)b', /no regular expression/],
  ['(a?){1000}', /too large/],
  ['x*', /matches the empty text/],
];

for (const [regex, reason] of unusable) {
  test(`"${regex}" names no groups`, (t) => {
    t.throws(() => variantNamer(regex), { instanceOf: VariantRegexError, message: reason });
    t.is(storedNamer(regex)('a_short'), null);
  });
}

const flags: [string[], string | null][] = [
  [['', ''], null],
  [['variant:"Save file"', ''], 'Save file'],
  [['variant:Save', 'variant:Store'], 'Store'],
  [['variant:Save', 'discard:variant'], null],
  [['variant:""', ''], null],
  [['variant:a:b', ''], null],
  [['variant:r"a"', ''], null],
  [[`variant:${'x'.repeat(577)}`, ''], null],
  [['ignore-same, "variant', ''], null],
];

for (const [texts, expected] of flags) {
  test(`flags ${JSON.stringify(texts).slice(0, 50)} put a string into the group ${expected}`, (t) => {
    t.is(flaggedVariant(...texts), expected);
  });
}
