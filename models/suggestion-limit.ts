import { flagsIn } from '../adapters/tasks/surroundings.ts';
import { flagInteger } from '../checks/flags.ts';
import { lengthOf } from '../checks/measure.ts';
import type { CheckPlace } from './surroundings.ts';
import type { Unit } from './unit.ts';

/**
 * Longest form that people may suggest for a string, or upload, in characters: much longer than it is meant to be, for the
 * excess to be seen and mended.
 * @param own lists of the string's own flags
 */
export function lengthLimit(unit: Unit, place: CheckPlace, own: readonly string[]): number {
  return 10 * (intendedLength(unit, place, own) + 100);
}

/** How long a form is meant to be at most, in characters: what the flag `max-length` says, else by the source. */
export function intendedLength(unit: Unit, place: CheckPlace, own: readonly string[]): number {
  return flagInteger(flagsIn(place, own), 'max-length') ?? usualLength(unit, place);
}

function usualLength({ source }: Unit, { isSource }: CheckPlace): number {
  return isSource ? 10_000 : Math.max(100, 10 * lengthOf(source[0] ?? ''));
}
