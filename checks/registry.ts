import type { Check } from './check.ts';
import {
  beginNewline,
  beginSpace,
  doubleSpace,
  endNewline,
  endSpace,
  escapedNewline,
  newlineCount,
  zeroWidthSpace,
} from './whitespace.ts';

/** Every check that looks at one string, in alphabetical order of the ids. */
export const checks: readonly Check[] = [
  beginNewline,
  beginSpace,
  doubleSpace,
  endNewline,
  endSpace,
  escapedNewline,
  newlineCount,
  zeroWidthSpace,
];

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]));

/** The check that the API calls `id`, if it looks at one string; see stored.ts for the others. */
export function checkById(id: string): Check | undefined {
  return byId.get(id);
}
