/** Whether two lists hold the same items equally often, in whatever order. */
export function sameCounts(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) {
    return false;
  }
  const counts = new Map<string, number>();
  for (const item of left) {
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  for (const item of right) {
    const rest = counts.get(item) ?? 0;
    if (rest === 0) {
      return false;
    }
    counts.set(item, rest - 1);
  }
  return true;
}

/** Whether two lists hold the same items, however often. */
export function sameSets(left: readonly string[], right: readonly string[]): boolean {
  const expected = new Set(left);
  const found = new Set(right);
  return expected.size === found.size && right.every((item) => expected.has(item));
}
