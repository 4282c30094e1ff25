import type { Span } from '../check.ts';

export interface CodeSpan extends Span {
  /** How many backticks are at either end. */
  fence: number;
}

/**
 * Code of Markdown: from a run of backticks to the next run of as many. Fenced blocks are found too, as three backticks.
 * Runs without a partner are text; so is an escaped run, though a backslash within code is code.
 */
export function codeSpans(text: string): CodeSpan[] {
  if (!text.includes('`')) {
    return [];
  }
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ start: index, length: run.length }));
  const byLength = new Map<number, number[]>();
  for (const [index, { length }] of runs.entries()) {
    const sames = byLength.get(length);
    if (sames) {
      sames.push(index);
    } else {
      byLength.set(length, [index]);
    }
  }
  // Reversed, so that the next run of a length is the last of its list.
  for (const sames of byLength.values()) {
    sames.reverse();
  }
  const spans: CodeSpan[] = [];
  for (let index = 0; index < runs.length; index++) {
    const { start, length } = runs[index]!;
    if (isEscaped(text, start)) {
      continue;
    }
    const sames = byLength.get(length)!;
    while (sames.length > 0 && sames.at(-1)! <= index) {
      sames.pop();
    }
    const partner = sames.at(-1);
    if (partner !== undefined) {
      spans.push({ start, end: runs[partner]!.start + length, fence: length });
      index = partner;
    }
  }
  return spans;
}

/** Whether an odd number of backslashes stands before a character. */
export function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') {
    start--;
  }
  return (index - start) % 2 === 1;
}
