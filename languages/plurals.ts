import { definitionOf, languageAliases, languageDefinitions } from './definitions.ts';
import { FormulaError, parseFormula } from './formula.ts';
import {
  fallbackPlural,
  type NamedPluralRule,
  type PluralCategory,
  type PluralRule,
  pluralCategories,
  unknownPluralType,
} from './plural-rule.ts';

export { FormulaError, parseFormula } from './formula.ts';
export type { NamedPluralRule, PluralCategory, PluralRule } from './plural-rule.ts';

/** The plural rule of a language, of the one it varies (`pt_XX` counts as `pt`), or two forms with `n != 1`. */
export function defaultPlural(code: string): NamedPluralRule {
  let candidate = code;
  while (candidate !== '') {
    const known = languageAliases.get(candidate.toLowerCase().replaceAll('-', '_')) ?? candidate;
    const definition = definitionOf(known);
    if (definition) {
      return definition.plural;
    }
    candidate = candidate.replace(/(?:^|[-_@])[^-_@]*$/, '');
  }
  return fallbackPlural;
}

/** Counts that tell plural rules apart: everything small, and where CLDR's rules for large numbers change. */
const sampleCounts: readonly number[] = [
  ...Array.from({ length: 201 }, (_, n) => n),
  ...[
    211, 302, 999, 1000, 1001, 1002, 2000, 10_000, 20_000, 40_000, 100_000, 1_000_000, 1_000_001, 2_000_000,
  ],
];

/**
 * Whether two rules give every count the same form, however they are written.
 *
 * @throws {FormulaError} when one of them cannot be read.
 */
export function samePlural(left: PluralRule, right: PluralRule): boolean {
  if (left.number !== right.number) {
    return false;
  }
  const [leftForm, rightForm] = [parseFormula(left.formula), parseFormula(right.formula)];
  return left.formula === right.formula || sampleCounts.every((n) => leftForm(n) === rightForm(n));
}

/** The counts a formula must have a form for. */
const largestChecked = 1000;

/**
 * Checks that a formula can be read and gives each count a form of the rule.
 *
 * @throws {FormulaError} otherwise.
 */
export function checkPlural({ number, formula }: PluralRule): void {
  const form = parseFormula(formula);
  for (let n = 0; n <= largestChecked; n++) {
    const index = form(n);
    if (!Number.isInteger(index) || index < 0 || index >= number) {
      throw new FormulaError(`gives form ${index} for n = ${n}, of ${number} forms`, 0);
    }
  }
}

/**
 * Names the forms of a rule that came from a file or a person. A rule that equals the language's own has its categories;
 * one that equals another language's has those; of any other, the categories are told from the counts of each form.
 *
 * @throws {FormulaError} when the formula cannot be read.
 */
export function describePlural({ number, formula }: PluralRule, code = ''): NamedPluralRule {
  const known = [defaultPlural(code), ...builtInPlurals].find((rule) =>
    samePlural(rule, { number, formula }),
  );
  if (known) {
    return { number, formula, categories: known.categories, type: known.type };
  }
  return { number, formula, categories: guessCategories({ number, formula }), type: unknownPluralType };
}

const builtInPlurals: readonly NamedPluralRule[] = [
  ...new Set(languageDefinitions.map(({ plural }) => plural)),
];

/** Categories by what the forms hold; the form of most counts is `other`. A seventh form and later ones are `other` too. */
function guessCategories({ number, formula }: PluralRule): PluralCategory[] {
  const form = parseFormula(formula);
  const counts = Array.from({ length: number }, (_, index) => sampleCounts.filter((n) => form(n) === index));
  const most = Math.max(...counts.map((list) => list.length));
  const other = counts.findLastIndex((list) => list.length === most);
  const free = new Set<PluralCategory>(pluralCategories.slice(0, -1));
  return counts.map((list, index) => {
    const wanted = index === other ? 'other' : guessCategory(list);
    const category = wanted === 'other' || free.has(wanted) ? wanted : ([...free][0] ?? 'other');
    free.delete(category);
    return category;
  });
}

function guessCategory(counts: readonly number[]): PluralCategory {
  if (counts.includes(1)) {
    return 'one';
  }
  if (counts.includes(0) && !counts.includes(2)) {
    return 'zero';
  }
  if (counts.includes(2)) {
    return counts.includes(3) ? 'few' : 'two';
  }
  return counts.includes(3) ? 'few' : 'many';
}
