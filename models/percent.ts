/**
 * The share as people see it: cut to one decimal, at least 0.1 when there is something and at most 99.9 while
 * something is missing. Of nothing at all, what is `finished` by it (translated, or approved where reviews are on) counts
 * as done: 100, the rest as 0.
 */
export function percent(part: number, total: number, finished: boolean): number {
  if (total === 0) {
    return finished ? 100 : 0;
  }
  if (part === 0) {
    return 0;
  }
  const tenths = Math.floor((1000 * part) / total);
  const most = part < total ? 999 : 1000;
  return Math.min(Math.max(tenths, 1), most) / 10;
}
