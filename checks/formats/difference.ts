import type { Placeholder } from './placeholder.ts';

/** How the placeholders of a translation differ from those of its source. */
export interface Difference {
  isMissing: boolean;
  isExtra: boolean;
}

const same: Difference = { isMissing: false, isExtra: false };

/**
 * Named placeholders may come in any order but must come equally often. As soon as one takes the next argument, or where
 * the source has none at all, position counts: unnamed ones can neither change places nor become numbered.
 */
export function difference(expected: readonly Placeholder[], found: readonly Placeholder[]): Difference {
  const shared = Math.min(expected.length, found.length);
  let equal = 0;
  while (equal < shared && expected[equal]!.key === found[equal]!.key) {
    equal++;
  }
  if (equal === expected.length && equal === found.length) {
    return same;
  }
  if (expected.length > 0 && !expected.some(({ isUnnamed }) => isUnnamed)) {
    return countDifference(expected, found);
  }
  return {
    isMissing: equal < shared || expected.length > found.length,
    isExtra: equal < shared || found.length > expected.length,
  };
}

function countDifference(expected: readonly Placeholder[], found: readonly Placeholder[]): Difference {
  const balance = new Map<string, number>();
  for (const { key } of expected) {
    balance.set(key, (balance.get(key) ?? 0) + 1);
  }
  for (const { key } of found) {
    balance.set(key, (balance.get(key) ?? 0) - 1);
  }
  const rest = [...balance.values()];
  return { isMissing: rest.some((count) => count > 0), isExtra: rest.some((count) => count < 0) };
}
