import { z } from 'zod';
import type { Counts } from '../../models/counted.ts';
import { percent } from '../../models/percent.ts';
import { presentTime } from './time.ts';

/** Numbers that come as strings, words and characters, each with its percentage. */
type Part = 'translated' | 'fuzzy' | 'approved' | 'readonly';

const counted = {
  total: z.int(),
  total_words: z.int(),
  total_chars: z.int(),
  last_change: z.string().nullable(),
  recent_changes: z.int(),
  translated: z.int(),
  translated_words: z.int(),
  translated_chars: z.int(),
  translated_percent: z.number(),
  translated_words_percent: z.number(),
  translated_chars_percent: z.number(),
  fuzzy: z.int(),
  fuzzy_words: z.int(),
  fuzzy_chars: z.int(),
  fuzzy_percent: z.number(),
  fuzzy_words_percent: z.number(),
  fuzzy_chars_percent: z.number(),
  failing: z.int(),
  failing_percent: z.number(),
  approved: z.int(),
  approved_words: z.int(),
  approved_chars: z.int(),
  approved_percent: z.number(),
  approved_words_percent: z.number(),
  approved_chars_percent: z.number(),
  readonly: z.int(),
  readonly_words: z.int(),
  readonly_chars: z.int(),
  readonly_percent: z.number(),
  readonly_words_percent: z.number(),
  readonly_char_percent: z.number(),
  readonly_chars_percent: z.number(),
  suggestions: z.int(),
  comments: z.int(),
};

/** Of a whole object: project, component, category. */
export const objectStatisticsShape = z
  .object({ ...counted, name: z.string(), url: z.string() })
  .meta({ id: 'ObjectStatistics' });

/** Of a component list, which has no page of its own. */
export const listStatisticsShape = objectStatisticsShape
  .omit({ url: true })
  .meta({ id: 'ComponentListStatistics' });

/** Of a project, with one more name for the share of words. */
export const projectStatisticsShape = objectStatisticsShape
  .extend({ words_percent: z.number() })
  .meta({ id: 'ProjectStatistics' });

/** Of one language everywhere. */
export const languageStatisticsShape = objectStatisticsShape
  .extend({ code: z.string() })
  .meta({ id: 'LanguageStatistics' });

/** Of a translation: with the page to translate it on, under both names that clients know. */
export const translationStatisticsShape = languageStatisticsShape
  .extend({ last_author: z.string().nullable(), url_translate: z.string(), translate_url: z.string() })
  .meta({ id: 'Statistics' });

/** Of one language of a project. */
export const projectLanguageStatisticsShape = translationStatisticsShape
  .omit({ last_author: true })
  .extend({ language: z.string(), words_percent: z.number() })
  .meta({ id: 'ProjectLanguageStatistics' });

export interface StatisticsSource {
  counts: Counts;
  lastChangeAt: number | null;
  /** Changes of contents in the six hours before the last change. */
  recentChanges: number;
  /** Whether strings are reviewed, so that finished means approved. */
  reviewed: boolean;
}

/** The numbers that all statistics share; names and links come from the caller. */
export function presentStatistics({ counts, lastChangeAt, recentChanges, reviewed }: StatisticsSource) {
  const { total, failing, suggestions, comments } = counts;
  const finished: Part = reviewed ? 'approved' : 'translated';
  return {
    total,
    total_words: counts.total_words,
    total_chars: counts.total_chars,
    last_change: presentTime(lastChangeAt),
    recent_changes: recentChanges,
    ...presentPart(counts, 'translated', finished),
    ...presentPart(counts, 'fuzzy', finished),
    failing,
    failing_percent: percent(failing, total, false),
    ...presentPart(counts, 'approved', finished),
    ...presentPart(counts, 'readonly', finished),
    readonly_char_percent: percent(counts.readonly_chars, counts.total_chars, false),
    suggestions,
    comments,
  };
}

type PartKeys<Name extends Part> = Record<
  Name | `${Name}_${'words' | 'chars' | 'percent' | 'words_percent' | 'chars_percent'}`,
  number
>;

function presentPart<Name extends Part>(counts: Counts, name: Name, finished: Part): PartKeys<Name> {
  const isFinished = name === finished;
  const strings = counts[name];
  const words = counts[`${name}_words`];
  const chars = counts[`${name}_chars`];
  return {
    [name]: strings,
    [`${name}_words`]: words,
    [`${name}_chars`]: chars,
    [`${name}_percent`]: percent(strings, counts.total, isFinished),
    [`${name}_words_percent`]: percent(words, counts.total_words, isFinished),
    [`${name}_chars_percent`]: percent(chars, counts.total_chars, isFinished),
  } as PartKeys<Name>;
}
