import { activeChecks } from './active.ts';
import type { Span, Subject } from './check.ts';
import { united } from './spans.ts';

const none: readonly Span[] = [];

/** Placeholders and markup of a text, by all checks that are on for its string: in order, those that overlap as one. */
export function findPlaceables(text: string, subject: Subject): readonly Span[] {
  const found: Span[] = [];
  for (const check of activeChecks(subject.flags).placing) {
    if (check.applies === undefined || check.applies(subject)) {
      for (const span of check.placeables!(text, subject)) {
        found.push(span);
      }
    }
  }
  return found.length === 0 ? none : united(found);
}
