import type { Span, Subject } from '../check.ts';
import { markdownLinks } from '../markup/markdown-links.ts';
import { rstMarkers } from '../markup/rst-references.ts';
import { united } from '../spans.ts';

/** Placeables, and in reStructuredText what marks emphasis, and literals: all that is no prose. */
export function untranslatedSpans(text: string, subject: Subject): readonly Span[] {
  const spans = subject.placeables(text);
  return subject.flags.has('rst-text') ? united([...spans, ...rstMarkers(text)]) : spans;
}

/** The same, and in Markdown the marks of images and the targets of links. */
export function unspacedSpans(text: string, subject: Subject): readonly Span[] {
  const spans = untranslatedSpans(text, subject);
  return subject.flags.has('md-text') ? united([...spans, ...linkMarks(text)]) : spans;
}

function linkMarks(text: string): Span[] {
  return markdownLinks(text).flatMap(({ start, inner }) => [
    ...(text[start] === '!' ? [{ start, end: start + 1 }] : []),
    inner,
  ]);
}
