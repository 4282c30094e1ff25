import type { Check, FormPair, Subject } from '../check.ts';
import { isEscaped } from './code-spans.ts';
import { sameSets } from './same-items.ts';

export const mdReflink = {
  id: 'md-reflink',
  name: 'Markdown references',
  description: 'The translation refers to other link definitions than the source.',
  kind: 'target',
  enabledBy: ['md-text'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  const expected = referenceIds(source);
  return expected.length > 0 && !sameSets(expected, referenceIds(target));
}

/** Ids of `[text][id]`. What begins with `^` is a footnote. */
function referenceIds(text: string): string[] {
  const ids: string[] = [];
  if (!text.includes('[')) {
    return ids;
  }
  const opened: number[] = [];
  // Where the bracket that closed last ended, unless it was an id itself.
  let textEnd = -1;
  for (const { index } of text.matchAll(/[[\]]/g)) {
    if (isEscaped(text, index)) {
      continue;
    }
    if (text[index] === '[') {
      opened.push(index);
      continue;
    }
    const open = opened.pop();
    if (open === undefined) {
      continue;
    }
    const id = text.slice(open + 1, index);
    const follows = textEnd >= 0 && textEnd <= open && text.slice(textEnd, open).trim() === '';
    if (follows && !/[[\]]|^\^/.test(id)) {
      ids.push(id);
      textEnd = -1;
    } else {
      textEnd = index + 1;
    }
  }
  return ids;
}
