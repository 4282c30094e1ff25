import { activeChecks } from './active.ts';
import type { Span, Subject } from './check.ts';

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

/** The text without the spans. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of spans) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

/** Spans in order; those that overlap become one. */
export function united(spans: readonly Span[]): Span[] {
  const ordered = spans.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const result: Span[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
    } else {
      result.push({ ...span });
    }
  }
  return result;
}
