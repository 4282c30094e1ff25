import { type Counts, countColumns } from './counted.ts';
import { isFuzzy, type Unit, unitState } from './unit.ts';

/** What counting needs to know of a unit. */
export type CountedUnit = Pick<
  Unit,
  'state' | 'num_words' | 'num_chars' | 'has_failing_check' | 'has_suggestion' | 'has_comment'
>;

export function noCounts(): Counts {
  const counts = {} as Counts;
  for (const column of countColumns) {
    counts[column] = 0;
  }
  return counts;
}

/** What units add to the counters together. */
export function countsOfUnits(units: Iterable<CountedUnit>): Counts {
  const counts = noCounts();
  for (const unit of units) {
    countUnit(counts, unit, 1);
  }
  return counts;
}

/** What the counters gain when the unit `before` becomes `after`; null: the unit is not there. */
export function differenceOf(before: CountedUnit | null, after: CountedUnit | null): Counts {
  const counts = noCounts();
  if (before) {
    countUnit(counts, before, -1);
  }
  if (after) {
    countUnit(counts, after, 1);
  }
  return counts;
}

/** Adds `counts`, or takes them away with `sign` -1. */
export function addCounts(sum: Counts, counts: Counts, sign: 1 | -1 = 1): void {
  for (const column of countColumns) {
    sum[column] += sign * counts[column];
  }
}

export function isZero(counts: Counts): boolean {
  return countColumns.every((column) => counts[column] === 0);
}

function countUnit(counts: Counts, unit: CountedUnit, sign: 1 | -1): void {
  const words = sign * unit.num_words;
  const chars = sign * unit.num_chars;
  counts.total += sign;
  counts.total_words += words;
  counts.total_chars += chars;
  if (unit.state >= unitState.translated) {
    counts.translated += sign;
    counts.translated_words += words;
    counts.translated_chars += chars;
  }
  if (isFuzzy(unit.state)) {
    counts.fuzzy += sign;
    counts.fuzzy_words += words;
    counts.fuzzy_chars += chars;
  }
  if (unit.state === unitState.approved) {
    counts.approved += sign;
    counts.approved_words += words;
    counts.approved_chars += chars;
  }
  if (unit.state === unitState.readonly) {
    counts.readonly += sign;
    counts.readonly_words += words;
    counts.readonly_chars += chars;
  }
  if (unit.has_failing_check) {
    counts.failing += sign;
    counts.failing_words += words;
    counts.failing_chars += chars;
  }
  counts.suggestions += unit.has_suggestion ? sign : 0;
  counts.comments += unit.has_comment ? sign : 0;
}
