import type { SyncUnit } from './read.ts';
import {
  asksForTerms,
  evaluatorFor,
  flagsOfString,
  type PlacedString,
  type StringsPlace,
} from './surroundings.ts';

export interface CheckRequest {
  place: StringsPlace;
  units: readonly PlacedString[];
}

export interface CheckResult {
  /** By string, the ids of the checks it fails. */
  failing: string[][];
}

/** Runs the checks that look at one string on each of `units`. */
export function checkStrings({ place, units }: CheckRequest): CheckResult {
  const evaluate = evaluatorFor(place);
  return { failing: units.map(evaluate) };
}

/** What it takes to check the strings of a file. */
export interface FileChecks {
  place: StringsPlace;
  /** Of the source strings that the file is the origin of; null: they come from elsewhere. */
  sourcePlace: StringsPlace | null;
  /** Flags that were given to strings here, by id hash; strings without are left out. */
  extraFlags: Readonly<Record<string, string>>;
}

/** A string of a file as its checks see it; with `asSource`, its source string. */
export function placedString(
  { idHash, context, source, target, state, note, location, flags, terms }: SyncUnit,
  { extraFlags }: Pick<FileChecks, 'extraFlags'>,
  asSource = false,
): PlacedString {
  const own = flagsOfString({ location, flags }, extraFlags[idHash] ?? '');
  const placed = { context, source, target: asSource ? source : target, state, note, flags: own };
  return terms ? { ...placed, terms } : placed;
}

/** Milliseconds after which a file goes back with what is checked until then: reading it must not fail for its checks. */
const patience = 5000;

/**
 * Notes with strings of a file what checks they and their source strings fail. Leaves those as they are whose terms of
 * glossaries must be found first, and the rest when time is up.
 */
export function checkUnits(checks: FileChecks, units: Iterable<SyncUnit>): void {
  const evaluate = evaluatorFor(checks.place);
  const evaluateSource = checks.sourcePlace && evaluatorFor(checks.sourcePlace);
  const end = performance.now() + patience;
  for (const unit of units) {
    if (performance.now() > end) {
      return;
    }
    const string = placedString(unit, checks);
    if (asksForTerms(checks.place, string)) {
      continue;
    }
    unit.checks = evaluate(string);
    if (evaluateSource) {
      unit.sourceChecks = evaluateSource(placedString(unit, checks, true));
    }
  }
}
