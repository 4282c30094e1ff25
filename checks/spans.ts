import type { Span } from './check.ts';

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
