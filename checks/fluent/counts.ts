/** How often each key occurs. */
export type Counts = ReadonlyMap<string, number>;

/** Ways a text can come out, each with what it has then; null if there are more than anyone could translate. */
export type Variants = readonly Counts[] | null;

/** Selects side by side multiply their variants, so there are limits beyond which texts are not compared. */
const mostVariants = 100;
const mostCombinations = 400;
const mostKeys = 1000;

export function countsOf(keys: Iterable<string>): Counts {
  const counts = new Map<string, number>();
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Each variant of one with each of the other. */
export function joined(left: Variants, right: Variants): Variants {
  if (!left || !right || left.length * right.length > mostCombinations || largest(left) > mostKeys) {
    return null;
  }
  return distinct(left.flatMap((counts) => right.map((others) => added(counts, others))));
}

function largest(variants: readonly Counts[]): number {
  return Math.max(...variants.map(({ size }) => size));
}

/** Equal variants once. */
export function distinct(variants: readonly Counts[]): Variants {
  const byContent = new Map(variants.map((counts) => [contentOf(counts), counts]));
  return byContent.size > mostVariants ? null : [...byContent.values()];
}

/** Every variant of one is among those of the other, both ways round; where there are too many, taken for granted. */
export function haveSameVariants(left: Variants, right: Variants): boolean {
  if (!left || !right) {
    return true;
  }
  const [expected, found] = [new Set(left.map(contentOf)), new Set(right.map(contentOf))];
  return expected.size === found.size && [...expected].every((content) => found.has(content));
}

function added(left: Counts, right: Counts): Counts {
  if (left.size === 0 || right.size === 0) {
    return left.size === 0 ? right : left;
  }
  const sum = new Map(left);
  for (const [key, count] of right) {
    sum.set(key, (sum.get(key) ?? 0) + count);
  }
  return sum;
}

function contentOf(counts: Counts): string {
  return JSON.stringify([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}
