import type { Check, FormPair, Span, Subject } from '../check.ts';
import { sameSets } from './same-items.ts';

export const bbcode = {
  id: 'bbcode',
  name: 'BBCode markup',
  description: 'The translation has other BBCode tags than the source.',
  kind: 'target',
  enabledBy: ['bbcode-text'],
  ignoredBy: 'ignore-bbcode',
  fires: ({ pairs }: Subject) => pairs.some(differs),
  placeables: (text: string) =>
    tagPairs(text)
      .flatMap(({ open, close }) => [open, close])
      .sort((left, right) => left.start - right.start),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  const expected = tagPairs(source);
  const found = tagPairs(target);
  return expected.length !== found.length || !sameSets(expected.map(nameOf), found.map(nameOf));
}

function nameOf({ name }: TagPair): string {
  return name;
}

interface TagPair {
  name: string;
  open: Span;
  close: Span;
}

/**
 * Tags with the closing tag on the same line, nested ones too. BBCode has as many dialects as there are forums, so any
 * name is one; a value (`[url=x]`) makes a name that no closing tag has.
 */
function tagPairs(text: string): TagPair[] {
  if (!text.includes('[/')) {
    return [];
  }
  const pairs: TagPair[] = [];
  let opened = new Map<string, Span[]>();
  for (const match of text.matchAll(/\n|\[([^[\]\n]+)\]/g)) {
    const tag = match[1];
    if (tag === undefined) {
      opened = new Map();
      continue;
    }
    const span = { start: match.index, end: match.index + match[0].length };
    const open = tag.startsWith('/') ? opened.get(tag.slice(1))?.pop() : undefined;
    if (open) {
      pairs.push({ name: tag.slice(1), open, close: span });
      continue;
    }
    const name = /^.[^@]*/s.exec(tag)![0];
    const waiting = opened.get(name);
    if (waiting) {
      waiting.push(span);
    } else {
      opened.set(name, [span]);
    }
  }
  return pairs;
}
