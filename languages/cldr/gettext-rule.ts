import { type NamedPluralRule, type PluralCategory, pluralCategories, pluralTypes } from '../plural-rule.ts';
import { type Condition, meets, printCondition, printNegation, readCondition } from './cardinal-condition.ts';

/**
 * One language's CLDR cardinal rules as a gettext rule for whole numbers.
 *
 * Forms stand in the order zero, one, two, few, many, other; a category that no whole number has gets no form. Nor does
 * one that exists only for the words of compact notation: French, Spanish, Portuguese, Italian and Catalan put "1M" and,
 * with it, exact multiples of a million into `many`. Gettext catalogues of these languages have two forms, and a third that
 * shows from a million on would turn every one of them into a file with missing strings.
 */
export function gettextRule(rules: Readonly<Record<string, string>>): NamedPluralRule {
  const conditions = readConditions(rules);
  const categories = reachedCategories(conditions);
  const fractional = pluralCategories.filter(
    (category) =>
      rules[`pluralRule-count-${category}`]?.includes(' @decimal') &&
      !categories.includes(category) &&
      category !== 'other',
  );
  return {
    number: categories.length,
    formula: printFormula(categories, conditions),
    categories,
    type: typeOf(categories, hasCompactClause(rules) ? [] : fractional),
  };
}

function readConditions(rules: Readonly<Record<string, string>>): Map<PluralCategory, Condition> {
  const conditions = new Map<PluralCategory, Condition>();
  for (const category of pluralCategories) {
    const rule = rules[`pluralRule-count-${category}`];
    if (rule !== undefined && category !== 'other') {
      conditions.set(category, readCondition(rule));
    }
  }
  return conditions;
}

function reachedCategories(conditions: Map<PluralCategory, Condition>): PluralCategory[] {
  const reached = new Set<PluralCategory>();
  for (let n = 0; n <= 1000; n++) {
    // Beyond the hundreds, rules ask only for multiples of a thousand.
    reached.add(categoryOf(conditions, n));
    reached.add(categoryOf(conditions, n * 1000));
  }
  return pluralCategories.filter((category) => reached.has(category));
}

function categoryOf(conditions: Map<PluralCategory, Condition>, n: number): PluralCategory {
  for (const [category, condition] of conditions) {
    if (meets(condition, n)) {
      return category;
    }
  }
  return 'other';
}

/** `n != 1` for two forms, else a chain of conditions; the last form takes what is left. */
function printFormula(categories: PluralCategory[], conditions: Map<PluralCategory, Condition>): string {
  const [first = 'other'] = categories;
  if (categories.length === 1) {
    return '0';
  }
  if (categories.length === 2) {
    return spaced(printNegation(conditions.get(first) ?? []));
  }
  const steps = categories.slice(0, -1).map((category, index) => {
    return `(${printCondition(conditions.get(category) ?? [])}) ? ${index} : `;
  });
  return `${steps.join('')}${categories.length - 1}`;
}

/** A lone comparison is written `n != 1`, as catalogues have it; longer formulas stay tight. */
function spaced(formula: string): string {
  return formula.replace(/^n([<>=!]+)(\d+)$/, 'n $1 $2');
}

function hasCompactClause(rules: Readonly<Record<string, string>>): boolean {
  return Object.values(rules).some((rule) => /(?:^| )[ce] !?= /.test(rule.split('@')[0] ?? ''));
}

function typeOf(categories: PluralCategory[], fractional: PluralCategory[]): number {
  const named = pluralCategories
    .filter((category) => categories.includes(category) || fractional.includes(category))
    .map((category) => (fractional.includes(category) ? `(${category})` : category));
  const type = pluralTypes[named.join(' ')] ?? pluralTypes[categories.join(' ')];
  if (type === undefined) {
    throw new Error(`no plural type for "${categories.join(' ')}"`);
  }
  return type;
}
