/** Alphabetical order of keys as sorting libraries have it: by code units, the same in every language. */
export function compareKeys(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
