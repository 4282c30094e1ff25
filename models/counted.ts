import { Row } from './row.ts';

/**
 * The numbers that statistics are made of. Translations have them as columns, roll-ups in `statistics`.
 * Words and characters are always those of the source.
 */
export const countColumns = [
  'total',
  'total_words',
  'total_chars',
  'translated',
  'translated_words',
  'translated_chars',
  'fuzzy',
  'fuzzy_words',
  'fuzzy_chars',
  'approved',
  'approved_words',
  'approved_chars',
  'readonly',
  'readonly_words',
  'readonly_chars',
  'failing',
  'failing_words',
  'failing_chars',
  'suggestions',
  'comments',
] as const;

export type CountColumn = (typeof countColumns)[number];

/**
 * `translated`: state 20 and above, so approved and read-only strings are inside. `fuzzy`: 10, 11, 12. `failing`:
 * strings with a check that fails. `suggestions`, `comments`: strings that have an open one.
 */
export type Counts = Record<CountColumn, number>;

/** A row with counters; counters.ts alone writes them. */
export abstract class Counted extends Row implements Counts {
  declare total: number;
  declare total_words: number;
  declare total_chars: number;
  declare translated: number;
  declare translated_words: number;
  declare translated_chars: number;
  declare fuzzy: number;
  declare fuzzy_words: number;
  declare fuzzy_chars: number;
  declare approved: number;
  declare approved_words: number;
  declare approved_chars: number;
  declare readonly: number;
  declare readonly_words: number;
  declare readonly_chars: number;
  declare failing: number;
  declare failing_words: number;
  declare failing_chars: number;
  declare suggestions: number;
  declare comments: number;
  /** When the newest change of any kind was made, in milliseconds; null: never. */
  declare last_change_at: number | null;
  /** Who is credited with it. */
  declare last_author_id: number | null;
}
