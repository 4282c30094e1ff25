import type { CheckedUnit, PluralForms, Surroundings } from '../../checks/check.ts';
import { failingChecks } from '../../checks/evaluate.ts';
import { flagsOfLocation } from '../../checks/file-flags.ts';
import { fixUp } from '../../checks/fix-ups.ts';
import { type Flags, mergeFlags } from '../../checks/flags.ts';
import { pluralForms } from '../../checks/plural-forms.ts';
import { languageDefinitions } from '../../languages/definitions.ts';
import { FormulaError, parseFormula } from '../../languages/plurals.ts';
import { adapterById } from '../registry.ts';

/** Where strings stand, as far as their checks ask: plain values that travel between threads. */
export interface StringsPlace {
  /** Codes as the server knows them. */
  sourceLanguage: string;
  language: string;
  sourcePlural: Rule;
  plural: Rule;
  /** Id of the format. */
  fileFormat: string;
  isSource: boolean;
  isGlossary: boolean;
  /** Names of project and component. */
  names: readonly string[];
  /** Lists of flags of all levels above the strings, from the outside in. */
  outerFlags: readonly string[];
}

interface Rule {
  number: number;
  formula: string;
}

/** A string with the lists of flags of its own, from the outside in. */
export type PlacedString = Omit<CheckedUnit, 'flags'> & { flags: readonly string[] };

/** Gives the ids of the checks that strings of one place fail. */
export function evaluatorFor(place: StringsPlace): (unit: PlacedString) => string[] {
  const around = surroundingsOf(place);
  return (unit) => failingChecks({ ...unit, flags: flagsIn(place, unit.flags) }, around);
}

/** Corrects the forms of translations of one place on their way in. */
export function correctorFor(
  place: StringsPlace,
): (target: readonly string[], unit: PlacedString) => string[] {
  const around = surroundingsOf(place);
  return (target, unit) => fixUp(target, { ...unit, flags: flagsIn(place, unit.flags) }, around);
}

/** The same strings in the source language. */
export function sourcePlace(place: StringsPlace): StringsPlace {
  const { sourceLanguage: language, sourcePlural: plural } = place;
  return { ...place, language, plural, isSource: true };
}

/**
 * Lists of flags of a string, from the outside in: what its place and its file say, then what was given to its source
 * string here.
 */
export function flagsOfString(
  { location, flags }: { location: string; flags: string },
  extraFlags: string,
): string[] {
  return [flagsOfLocation(location), flags, extraFlags];
}

/** Whether a string wants to be checked with the terms of glossaries, which others must find for it. */
export function asksForTerms(
  { outerFlags, isSource, isGlossary }: Pick<StringsPlace, 'outerFlags' | 'isSource' | 'isGlossary'>,
  { flags }: Pick<PlacedString, 'flags'>,
): boolean {
  if (isSource || isGlossary || ![...outerFlags, ...flags].some((list) => list.includes(termsFlag))) {
    return false;
  }
  return flagsIn({ outerFlags }, flags).has(termsFlag);
}

const termsFlag = 'check-glossary';

/** Flags in force for a string with `own` lists of flags. A list that cannot be read, as files may have it, says nothing. */
export function flagsIn({ outerFlags }: Pick<StringsPlace, 'outerFlags'>, own: readonly string[]): Flags {
  return mergeFlags(...outerFlags, ...own);
}

function surroundingsOf(place: StringsPlace): Surroundings {
  return {
    sourceLanguage: place.sourceLanguage,
    language: place.language,
    sourcePlural: formsOf(place.sourcePlural),
    plural: formsOf(place.plural),
    fileFormat: place.fileFormat,
    multivalue: adapterById(place.fileFormat)?.multivalue ?? false,
    isSource: place.isSource,
    isGlossary: place.isGlossary,
    names: place.names,
    languageNames,
  };
}

const languageNames: ReadonlySet<string> = new Set(languageDefinitions.map(({ name }) => name.toLowerCase()));

/** Few rules serve all languages; each takes some milliseconds to try out. */
const knownForms = new Map<string, PluralForms>();
const knownLimit = 1000;

function formsOf({ number, formula }: Rule): PluralForms {
  const key = `${number} ${formula}`;
  const known = knownForms.get(key);
  if (known) {
    return known;
  }
  const forms = readForms(number, formula);
  if (knownForms.size >= knownLimit) {
    knownForms.clear();
  }
  knownForms.set(key, forms);
  return forms;
}

/** A file may name a rule that nobody can read or apply; then every count is of the first form. */
function readForms(number: number, formula: string): PluralForms {
  try {
    return pluralForms(number, formula, parseFormula);
  } catch (error) {
    if (error instanceof FormulaError) {
      return pluralForms(number, formula, () => () => 0);
    }
    throw error;
  }
}
