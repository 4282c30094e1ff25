import { activeChecks } from './active.ts';
import type { Check, CheckedUnit, Surroundings } from './check.ts';
import { subjectOf } from './subject.ts';

/** States of strings that decide what is looked at. */
const untranslated = 0;
const readOnly = 100;

/**
 * Ids of the checks that a string fails, in alphabetical order. A suggestion is looked at as the translation it would be.
 * Checks that compare strings with each other are not among them.
 */
export function failingChecks(unit: CheckedUnit, around: Surroundings): string[] {
  const candidates = checksFor(unit, around);
  if (candidates.length === 0) {
    return [];
  }
  const subject = subjectOf(unit, around);
  const failing: string[] = [];
  for (const check of candidates) {
    if ((check.applies === undefined || check.applies(subject)) && check.fires(subject)) {
      failing.push(check.id);
    }
  }
  return failing;
}

function checksFor({ state, flags }: CheckedUnit, { isGlossary, isSource }: Surroundings): readonly Check[] {
  if (isGlossary) {
    return state === untranslated ? [] : activeChecks(flags).glossary;
  }
  if (isSource) {
    return activeChecks(flags).source;
  }
  return state === untranslated || state === readOnly ? [] : activeChecks(flags).target;
}
