import type { Check } from '../check.ts';
import { baseLanguage, isCjk, writesNoStops } from '../languages.ts';
import { endsWithOne, lastDiffers } from './text-ends.ts';

export const endStop = {
  id: 'end_stop',
  name: 'Mismatched full stop',
  description: 'Only one of source and translation ends with a full stop.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => !writesNoStops(around.language),
  fires: ({ pairs, around }) => pairs.some(({ source, target }) => differs(source, target, around.language)),
} as const satisfies Check;

/** Latin, CJK, Devanagari, Urdu, Armenian, Greek, Sinhala, Khmer. */
const stops = '.。।۔։·෴។';
/** By base language, what ends a sentence there. */
const stopsOf: Readonly<Record<string, string>> = {
  hy: `${stops}:՝?!\``,
  hi: '.।৷|',
  bn: '.।৷|',
  or: '.।৷|',
  sat: '.᱾',
  my: '.။',
};

function differs(source: string, target: string, language: string): boolean {
  // Nobody writes a full stop after very short texts; `No.` is an abbreviation.
  if (target === '' || isShort(source) || (source.endsWith('...') && target.endsWith('…'))) {
    return false;
  }
  if (endsWithOne(source, ':;') && isCjk(language)) {
    return lastDiffers(source, target, ';:：.。');
  }
  const base = baseLanguage(language);
  if (base === 'my' && target.endsWith('\u1038\u104b')) {
    return false;
  }
  return lastDiffers(source, target, stopsOf[base] ?? `${stops}።`);
}

function isShort(text: string): boolean {
  return text.length <= 4 || (text.length <= 8 && [...text].length <= 4);
}
