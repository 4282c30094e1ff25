import type { Check, Subject } from '../check.ts';
import { flagInteger } from '../flags.ts';
import { lengthOf } from '../measure.ts';

export const maxLength = {
  id: 'max-length',
  name: 'Maximum length of translation',
  description: 'The translation is longer than it may be.',
  kind: 'target',
  enabledBy: ['max-length'],
  fires: (subject) =>
    exceeds(subject, 'max-length', (limit) =>
      subject.unit.target.some((text) => lengthOf(subject.measured(text)) > limit),
    ),
} as const satisfies Check;

export const maxLines = {
  id: 'max-lines',
  name: 'Maximum number of lines',
  description: 'The translation has more lines than it may have.',
  kind: 'target',
  enabledBy: ['max-lines'],
  fires: (subject) =>
    exceeds(subject, 'max-lines', (limit) =>
      subject.unit.target.some((text) => subject.measured(text).split('\n').length > limit),
    ),
} as const satisfies Check;

/** Percent of the longest translation that an English source may have: most languages take more room. */
const englishShare = 85;

export const sourceMaxLength = {
  id: 'source-max-length',
  name: 'Source string length',
  description: 'The source leaves its translations too little room.',
  kind: 'source',
  enabledBy: null,
  applies: ({ flags }) => flags.has('max-length'),
  fires: (subject) => {
    const share = subject.around.sourceLanguage === 'en' ? englishShare : 100;
    return exceeds(subject, 'max-length', (limit) =>
      subject.unit.source.some((text) => lengthOf(subject.measured(text)) * 100 > limit * share),
    );
  },
} as const satisfies Check;

/** A limit that is no whole number must not go unnoticed, so it counts as exceeded. */
function exceeds({ flags }: Subject, flag: string, isOver: (limit: number) => boolean): boolean {
  const limit = flagInteger(flags, flag);
  return limit === null || (limit !== undefined && isOver(limit));
}
