import { fallbackPlural, type NamedPluralRule } from '../plural-rule.ts';
import { englishName } from './english-name.ts';
import { extraLanguages } from './extra-languages.ts';
import { gettextRule } from './gettext-rule.ts';
import { populationOf } from './population.ts';
import { closeRelatives, namedVariants, skippedLanguages, variantCodes } from './selection.ts';
import { type CldrSource, likely, type Subtags, subtagsOf } from './source.ts';

/** A language as data/languages.json holds it. */
export interface DefinitionRow {
  code: string;
  name: string;
  direction: 'ltr' | 'rtl';
  population: number;
  plural: NamedPluralRule;
}

/** All languages, ordered by code: those CLDR names, those it does not, and the variants chosen in selection.ts. */
export function definitionRows(source: CldrSource): DefinitionRow[] {
  const named = Object.keys(source.languageNames).filter((tag) => /^[a-z]{2,3}$/.test(tag));
  const codes = new Set([...named, ...Object.keys(extraLanguages)]);
  for (const skipped of skippedLanguages) {
    codes.delete(skipped);
  }
  for (const code of [...variantCodes, ...Object.keys(namedVariants)]) {
    codes.add(code);
  }
  const plurals = new Map<string, NamedPluralRule>();
  return [...codes].sort().map((code) => definitionRow(source, code, plurals));
}

/** `plurals` keeps the rules worked out so far, by the tag whose rule it is. */
function definitionRow(
  source: CldrSource,
  code: string,
  plurals: Map<string, NamedPluralRule>,
): DefinitionRow {
  const subtags = subtagsOf(code);
  const isNorwegian = code === 'nb_NO';
  return {
    code,
    name: isNorwegian ? englishName(source, 'nb') : englishName(source, code),
    direction: directionOf(source, subtags),
    population: namedVariants[code] ? 0 : populationOf(source, isNorwegian ? subtagsOf('nb') : subtags),
    plural: pluralOf(source, subtags, plurals),
  };
}

/** Pseudo-locale XB is mirrored Latin text, made to test layouts from right to left. */
function directionOf(source: CldrSource, subtags: Subtags): 'ltr' | 'rtl' {
  const { language } = subtags;
  const known = source.likelySubtags[language] ? language : (closeRelatives[language] ?? language);
  const { script } = likely(source, { ...subtags, language: known });
  return source.scripts[script]?.rtl === 'YES' || subtags.region === 'XB' ? 'rtl' : 'ltr';
}

function pluralOf(
  source: CldrSource,
  subtags: Subtags,
  plurals: Map<string, NamedPluralRule>,
): NamedPluralRule {
  const tag = ruleTag(source, subtags);
  const rules = source.cardinalRules[tag];
  const plural = plurals.get(tag) ?? (rules ? gettextRule(rules) : fallbackPlural);
  plurals.set(tag, plural);
  return plural;
}

/**
 * The tag whose rule applies: the language's own, its CLDR parent's (pt-AO follows pt-PT), else a relative's. CLDR gives
 * scripts no parent (`und`), because their texts differ; the counting does not.
 */
function ruleTag(source: CldrSource, { language, script, region }: Subtags): string {
  const tags = [language, closeRelatives[language] ?? language];
  for (const part of [script, region]) {
    if (part !== '') {
      const tag = `${language}-${part}`;
      const parent = source.parentLocales[tag] ?? tag;
      tags.unshift(tag, ...(parent === 'und' ? [] : [parent]));
    }
  }
  return tags.find((tag) => source.cardinalRules[tag]) ?? language;
}
