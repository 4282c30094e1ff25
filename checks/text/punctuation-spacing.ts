import type { Check, Subject } from '../check.ts';
import { baseLanguage } from '../languages.ts';
import { spacedReferences } from './entities.ts';
import { unspacedSpans } from './untranslated-spans.ts';

export const punctuationSpacing = {
  id: 'punctuation_spacing',
  name: 'Punctuation spacing',
  description: 'The translation has a double punctuation mark without a space before it.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => spacesPunctuation(around.language),
  fires: (subject) =>
    subject.unit.target.some((text) => /[:;?!]/.test(text) && isCrowded(spacedReferences(text), subject)),
} as const satisfies Check;

/** French sets a space before double punctuation marks, but not in Canada. */
export function spacesPunctuation(language: string): boolean {
  return baseLanguage(language) === 'fr' && language.replace('-', '_') !== 'fr_CA';
}

/** Tells of an index of a text whether it belongs to a placeholder or to markup. */
export function placeFinder(text: string, subject: Subject): (index: number) => boolean {
  const spans = unspacedSpans(text, subject);
  let next = 0;
  // Asked from left to right, so that long texts are walked through once.
  return (index) => {
    while (next < spans.length && spans[next]!.end <= index) {
      next++;
    }
    return next < spans.length && spans[next]!.start <= index;
  };
}

const spacesAndMarks = ' \u00a0\u202f\u2009:;?!';

function isCrowded(text: string, subject: Subject): boolean {
  let isPlaceable: ((index: number) => boolean) | undefined;
  for (const { index } of text.matchAll(/[:;?!](?=$|[\p{Zs}\p{Ps}\p{Pe}])|^[:;?!]/gu)) {
    if (index === 0 || !spacesAndMarks.includes(text[index - 1]!)) {
      isPlaceable ??= placeFinder(text, subject);
      if (!isPlaceable(index)) {
        return true;
      }
    }
  }
  return false;
}
