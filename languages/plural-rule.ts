/** CLDR's plural categories, in the order in which forms of a string are kept. */
export const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof pluralCategories)[number];

/** Which form of a string goes with which count. */
export interface PluralRule {
  /** Number of forms, 1 to 10. */
  number: number;
  /** C expression of n in gettext's form, such as `n != 1`; its value is the index of the form. */
  formula: string;
}

/** A rule with what CLDR calls its forms. */
export interface NamedPluralRule extends PluralRule {
  /** Category of each form; as long as `number`. */
  categories: readonly PluralCategory[];
  /** One of the numbers of `pluralTypes`, or `unknownPluralType`. */
  type: number;
}

/**
 * Numbers of the kinds of plural, as the API shows them. The key lists the categories of the forms in their order;
 * `(many)` is one that only fractions have, so that no form stands for it.
 */
export const pluralTypes: Readonly<Record<string, number>> = {
  other: 0,
  'one other': 1,
  'one few other': 2,
  'zero one two few many other': 3,
  'one two other': 4,
  'zero one other': 5,
  'one two few other': 6,
  'one few many': 7,
  'one two few many other': 8,
  'one few (many) other': 22,
};

/** The kind of a rule that CLDR has for no language. */
export const unknownPluralType = 99;

/** What applies where nothing is known of a language. */
export const fallbackPlural: NamedPluralRule = {
  number: 2,
  formula: 'n != 1',
  categories: ['one', 'other'],
  type: 1,
};
