import type { Span } from '../check.ts';
import { isEscaped } from './code-spans.ts';

export interface MarkdownLink extends Span {
  target: string;
  /** Where the target and its title are, without what encloses them. */
  inner: Span;
  kind: 'inline' | 'automatic';
}

/** An address in angle brackets. No blanks: with them it would be a tag, which may do anything. */
export const autoLink = /<(https?:\/\/[^\s<>]+|[^\s<>@:/"']+@(?:[^\s<>@:/"'.]+\.)+[^\s<>@:/"'.]+)>/gi;

/** Links and images of a Markdown text, in order; an image within a link follows it. */
export function markdownLinks(text: string): MarkdownLink[] {
  const links = text.includes('](') ? inlineLinks(text) : [];
  if (text.includes('<')) {
    for (const match of text.matchAll(autoLink)) {
      const start = match.index;
      const end = start + match[0].length;
      const inner = { start: start + 1, end: end - 1 };
      links.push({ start, end, target: match[1]!, inner, kind: 'automatic' });
    }
  }
  return links.sort((left, right) => left.start - right.start);
}

function inlineLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  const opened: number[] = [];
  let closings: Map<number, number> | null = null;
  let targetEnd = 0;
  for (const { index } of text.matchAll(/[[\]]/g)) {
    if (index < targetEnd || isEscaped(text, index)) {
      continue;
    }
    if (text[index] === '[') {
      opened.push(index);
      continue;
    }
    const open = opened.pop();
    if (open === undefined || text[index + 1] !== '(') {
      continue;
    }
    closings ??= parentheses(text);
    const close = closings.get(index + 1);
    if (close !== undefined) {
      const inner = { start: index + 2, end: close };
      const target = withoutTitle(text.slice(inner.start, inner.end));
      const start = text[open - 1] === '!' ? open - 1 : open;
      targetEnd = close;
      links.push({ start, end: close + 1, target, inner, kind: 'inline' });
    }
  }
  return links;
}

/** Closing parenthesis of each opening one. */
function parentheses(text: string): Map<number, number> {
  const closings = new Map<number, number>();
  const opened: number[] = [];
  for (const { index } of text.matchAll(/[()]/g)) {
    if (isEscaped(text, index)) {
      continue;
    }
    if (text[index] === '(') {
      opened.push(index);
      continue;
    }
    const open = opened.pop();
    if (open !== undefined) {
      closings.set(open, index);
    }
  }
  return closings;
}

function withoutTitle(inner: string): string {
  const text = inner.trim();
  if (text.startsWith('<')) {
    return text.slice(1).split('>', 1)[0]!;
  }
  const quote = text.at(-1);
  if (quote === '"' || quote === "'") {
    const start = text.indexOf(quote);
    if (start < text.length - 1 && /\s/.test(text[start - 1] ?? '')) {
      return text.slice(0, start).trimEnd();
    }
  }
  return text;
}
