import { readFile } from 'node:fs/promises';
import test from 'ava';
import { closeRelatives } from '../../languages/cldr/selection.ts';
import { isLanguageCode } from '../../languages/code.ts';
import {
  type Direction,
  defaultRegionOf,
  definitionOf,
  directionOf,
  languageAliases,
  languageDefinitions,
} from '../../languages/definitions.ts';
import { checkPlural, parseFormula } from '../../languages/plurals.ts';

type Rules = Record<string, string>;

const cardinalRules = await readCldr<Record<string, Rules>>('plurals.json', 'plurals-type-cardinal');
const { parentLocale } = await readCldr<{ parentLocale: Record<string, string> }>(
  'parentLocales.json',
  'parentLocales',
);

async function readCldr<T>(file: string, key: string): Promise<T> {
  const url = new URL(import.meta.resolve(`cldr-core/supplemental/${file}`));
  return JSON.parse(await readFile(url, 'utf8')).supplemental[key];
}

test('the forms of every language are the categories of CLDR for n = 0 to 1000', (t) => {
  let compared = 0;
  for (const { code, plural } of languageDefinitions) {
    const rules = rulesOf(code);
    const form = parseFormula(plural.formula);
    for (let n = 0; n <= 1000; n++) {
      const expected = rules ? categoryOf(rules, n) : onlyOneOrOther(n);
      if (plural.categories[form(n)] !== expected) {
        t.fail(`${code}: ${plural.formula} has ${plural.categories[form(n)]} for n = ${n}, CLDR ${expected}`);
      }
      compared++;
    }
  }

  t.is(compared, languageDefinitions.length * 1001);
});

/** CLDR's rule for a code: of the tag, the tag's parent, the language, or the relative it counts as. */
function rulesOf(code: string): Rules | undefined {
  const tag = code.replace(/@.*/, '').replaceAll('_', '-');
  const language = tag.split('-')[0] ?? '';
  const tags = [tag, parentLocale[tag] ?? '', language, closeRelatives[language] ?? ''];
  return tags
    .filter((candidate) => candidate !== 'und')
    .map((candidate) => cardinalRules[candidate])
    .find(Boolean);
}

function onlyOneOrOther(n: number): string {
  return n === 1 ? 'one' : 'other';
}

/** Evaluates the rules as CLDR's syntax says, on a number without decimals. */
function categoryOf(rules: Rules, n: number): string {
  for (const [key, rule] of Object.entries(rules)) {
    const condition = (rule.split('@')[0] ?? '').trim();
    if (condition !== '' && condition.split(' or ').some((clause) => isTrue(clause, n))) {
      return key.replace('pluralRule-count-', '');
    }
  }
  return 'other';
}

function isTrue(clause: string, n: number): boolean {
  return clause.split(' and ').every((relation) => {
    const [left = '', right = ''] = relation.split(/ !?= /);
    const [operand = '', modulus] = left.split(' % ');
    const value = 'ni'.includes(operand) ? n : 0;
    const remainder = modulus === undefined ? value : value % Number(modulus);
    const isListed = right.split(',').some((range) => {
      const [first, last = first] = range.split('..').map(Number);
      return first !== undefined && last !== undefined && remainder >= first && remainder <= last;
    });
    return isListed !== relation.includes('!=');
  });
}

test('no form is for compact notation only, and none is for fractions only', (t) => {
  for (const { code, plural } of languageDefinitions) {
    const form = parseFormula(plural.formula);
    const reached = new Set([...Array(1001).keys(), 1_000_000, 100_000].map(form));

    t.is(reached.size, plural.number, code);
    t.notThrows(() => checkPlural(plural), code);
  }
});

test('there are all languages of CLDR and their common variants', (t) => {
  const wanted =
    `ar ca cs cy da de de_AT de_CH el en en_AU en_GB en_US es es_419 es_AR es_MX et eu fa fi fil fr fr_BE fr_CA
    fr_CH ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk mn ms nb_NO nl nl_BE nn pl pt pt_BR pt_PT ro ru sk sl sq sr
    sr_Cyrl sr_Latn sv sw ta te th tr uk ur uz vi zh_Hans zh_Hant zh_Hant_HK ca@valencia de@formal`.split(
      /\s+/,
    );

  t.true(languageDefinitions.length >= 550);
  t.deepEqual(
    wanted.filter((code) => !definitionOf(code)),
    [],
  );
});

test('codes are valid, unique and not spelled like another in a different case', (t) => {
  const codes = languageDefinitions.map(({ code }) => code.toLowerCase());

  t.true(languageDefinitions.every(({ code }) => isLanguageCode(code)));
  t.is(new Set(codes).size, codes.length);
});

test('names are unique, so that a name finds one language', (t) => {
  const names = languageDefinitions.map(({ name }) => name);

  t.is(new Set(names).size, names.length);
  t.is(definitionOf('pt_BR')?.name, 'Portuguese (Brazil)');
  t.is(definitionOf('zh_Hant_HK')?.name, 'Chinese (Traditional Han script, Hong Kong)');
  t.is(definitionOf('nb_NO')?.name, 'Norwegian Bokmål');
});

const directions: [Direction, codes: string][] = [
  ['rtl', 'ar ar_EG ckb dv fa he ks nqo pa_Arab prs ps sd syr ug ur ur_IN uz_Arab yi'],
  ['ltr', 'ar_Latn cs en ja ku mn_Mong pa sr_Cyrl tr ug_Latn uz zh_Hant'],
];

for (const [direction, codes] of directions) {
  test(`languages that run ${direction}`, (t) => {
    for (const code of codes.split(' ')) {
      t.is(definitionOf(code)?.direction, direction, code);
    }
  });
}

test('the direction of an unknown code is that of its script, else of its language', (t) => {
  t.is(directionOf('he_XX'), 'rtl');
  t.is(directionOf('cs_Hebr'), 'rtl');
  t.is(directionOf('ar-Latn'), 'ltr');
  t.is(directionOf('xx'), 'ltr');
});

test('population counts the speakers that the code means', (t) => {
  const population = (code: string) => definitionOf(code)?.population ?? 0;

  t.true(population('pt_BR') > population('pt_PT'));
  t.true(population('pt') > population('pt_BR'));
  t.true(population('zh_Hans') > population('zh_Hant'));
  t.true(population('es_419') > population('es_MX'));
  t.true(population('nb_NO') > 4_000_000);
  t.is(population('tlh'), 0);
});

test('each alias means one language and is no code itself', (t) => {
  const codes = new Set(languageDefinitions.map(({ code }) => code.toLowerCase()));
  const listed = languageDefinitions.flatMap(({ aliases }) => aliases);

  t.is(listed.length, languageAliases.size);
  for (const [alias, code] of languageAliases) {
    t.truthy(definitionOf(code), alias);
    t.false(codes.has(alias), alias);
    t.is(alias, alias.toLowerCase());
  }
  t.true(definitionOf('cs')?.aliases.includes('cze'));
});

test('a default region is one that says nothing', (t) => {
  t.is(defaultRegionOf('cs'), 'CZ');
  t.is(defaultRegionOf('pt'), 'PT');
  t.is(defaultRegionOf('nb_NO'), undefined);
});
