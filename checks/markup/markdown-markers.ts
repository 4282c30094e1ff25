import type { Span } from '../check.ts';
import { codeSpans, isEscaped } from './code-spans.ts';
import { autoLink } from './markdown-links.ts';

export interface MarkdownMarker {
  /** As written, `<` for automatic links. */
  marker: string;
  /** What stands before and after the text it marks. */
  spans: [Span, Span];
}

/**
 * Emphasis, strike-through, code and automatic links of a Markdown text. Kinds may overlap; emphasis does not reach over
 * an empty line.
 */
export function markdownMarkers(text: string): MarkdownMarker[] {
  if (!/[*_`~<]/.test(text)) {
    return [];
  }
  const opaque: Span[] = [];
  const markers: MarkdownMarker[] = [];
  for (const { start, end, fence } of codeSpans(text)) {
    opaque.push({ start, end });
    markers.push(marked('`'.repeat(fence), start, end - fence));
  }
  for (const { index, 0: link } of text.includes('<') ? text.matchAll(autoLink) : []) {
    opaque.push({ start: index, end: index + link.length });
    markers.push(marked('<', index, index + link.length - 1));
  }
  opaque.sort((left, right) => left.start - right.start);
  return markers.concat(emphasis(text, opaque));
}

function marked(marker: string, opening: number, closing: number): MarkdownMarker {
  const { length } = marker;
  return {
    marker,
    spans: [
      { start: opening, end: opening + length },
      { start: closing, end: closing + length },
    ],
  };
}

/** A run of delimiters that waits for its partner: the part `[start, end)` that is not used yet. */
type Opener = Span;

function emphasis(text: string, opaque: readonly Span[]): MarkdownMarker[] {
  const markers: MarkdownMarker[] = [];
  let waiting = new Map<string, Opener[]>();
  let next = 0;
  for (const match of text.matchAll(/\*+|_+|~~+|\n[ \t]*\n/g)) {
    const run = match[0];
    const start = match.index;
    const end = start + run.length;
    while (next < opaque.length && opaque[next]!.end <= start) {
      next++;
    }
    if (run.startsWith('\n')) {
      waiting = new Map();
      continue;
    }
    if ((opaque[next]?.start ?? text.length) <= start || isEscaped(text, start)) {
      continue;
    }
    const before = text[start - 1] ?? ' ';
    const after = text[end] ?? ' ';
    const inWord = run[0] === '_' && isWordChar(before) && isWordChar(after);
    const opens = !/\s/.test(after) && !inWord && !(run[0] === '_' && isWordChar(before));
    const closes = !/\s/.test(before) && !inWord && !(run[0] === '_' && isWordChar(after));
    const openers = waiting.get(run[0]!) ?? [];
    let rest = start;
    while (closes && rest < end && openers.length > 0) {
      const opener = openers.at(-1)!;
      const length = Math.min(2, end - rest, opener.end - opener.start);
      if (run[0] === '~' && length < 2) {
        openers.pop();
        continue;
      }
      markers.push(marked(run.slice(0, length), opener.end - length, rest));
      opener.end -= length;
      rest += length;
      if (opener.end === opener.start) {
        openers.pop();
      }
    }
    if (opens && rest < end) {
      openers.push({ start: rest, end });
      waiting.set(run[0]!, openers);
    }
  }
  return markers;
}

function isWordChar(char: string): boolean {
  return /[\p{L}\p{N}_]/u.test(char);
}
