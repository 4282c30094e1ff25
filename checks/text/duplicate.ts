import type { Check, Span, Subject } from '../check.ts';
import { baseLanguage } from '../languages.ts';

export const duplicate = {
  id: 'duplicate',
  name: 'Consecutive duplicated words',
  description: 'The translation has the same word twice in a row, the source has not.',
  kind: 'target',
  enabledBy: null,
  // Toki Pona repeats words as a matter of grammar.
  applies: ({ around }) => baseLanguage(around.language) !== 'tok',
  fires: (subject) => {
    const allowed = allowedWords[baseLanguage(subject.around.language)];
    return subject.pairs.some(({ source, target }) => {
      const repeated = repetitions(target, subject, allowed);
      return repeated.length > 0 && differ(repetitions(source, subject, allowed), repeated);
    });
  },
} as const satisfies Check;

/** Words that are rightly said twice, by base language. */
const allowedWords: Readonly<Record<string, readonly string[]>> = {
  fr: ['vous', 'nous'],
  fy: ['jo', 'mei'],
  hi: ['कर'],
  sq: ['të'],
  tr: ['tek', 'adım', 'gıcır', 'sık'],
  vi: ['luôn', 'song'],
};

interface Repetition {
  word: string;
  /** How often the word stands there in a row; at least 2. */
  length: number;
}

function differ(source: readonly Repetition[], target: readonly Repetition[]): boolean {
  const sameLengths =
    source.length === target.length && target.every(({ length }, index) => length === source[index]?.length);
  return !sameLengths && target.some(({ word }) => source.every((repetition) => repetition.word !== word));
}

function repetitions(text: string, subject: Subject, allowed: readonly string[] = []): Repetition[] {
  const spans = subject.placeables(text);
  if (spans.length === 0 && !mayRepeat(text)) {
    return [];
  }
  const found: Repetition[] = [];
  let previous = { start: 0, end: 0 };
  let isGoingOn = false;
  for (const word of words(text, spans)) {
    const repeats = isSame(text, previous, word) && counts(text.slice(word.start, word.end), allowed);
    if (repeats && isGoingOn) {
      found.at(-1)!.length++;
    } else if (repeats) {
      found.push({ word: text.slice(word.start, word.end), length: 2 });
    }
    isGoingOn = repeats;
    previous = word;
  }
  return found;
}

/** Whether two adjacent words are equal. Nearly all texts end here, so nothing is allocated. */
function mayRepeat(text: string): boolean {
  let [previousStart, previousLength, start] = [0, 0, 0];
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && !isSeparator(text, index)) {
      continue;
    }
    const length = index - start;
    if (length > 0) {
      if (length === previousLength && equalParts(text, previousStart, start, length)) {
        return true;
      }
      previousStart = start;
      previousLength = length;
    }
    start = index + 1;
  }
  return false;
}

/** The words of a text; a placeholder is an empty word, which equals no other. */
function* words(text: string, placeables: readonly Span[]): Iterable<Span> {
  let next = 0;
  let start = 0;
  let index = 0;
  while (index <= text.length) {
    const placeable = placeables[next];
    if (placeable?.start === index) {
      if (index > start) {
        yield { start, end: index };
      }
      yield { start: index, end: index };
      next++;
      index = Math.max(placeable.end, index);
      start = index;
    } else if (index === text.length || isSeparator(text, index)) {
      if (index > start) {
        yield { start, end: index };
      }
      index++;
      start = index;
    } else {
      index++;
    }
  }
}

function isSame(text: string, left: Span, right: Span): boolean {
  const length = right.end - right.start;
  return length >= 2 && left.end - left.start === length && equalParts(text, left.start, right.start, length);
}

function equalParts(text: string, left: number, right: number, length: number): boolean {
  let index = 0;
  while (index < length && text.charCodeAt(left + index) === text.charCodeAt(right + index)) {
    index++;
  }
  return index === length;
}

function counts(word: string, allowed: readonly string[]): boolean {
  return [...word].length >= 2 && !/^\p{Nd}+$/u.test(word) && !allowed.includes(word);
}

const separator = /[[\p{Cc}\p{Zs}\p{Ps}\p{Sk}\p{Po}\]]--[,.\:;·•\\]]/v;
/** What is known of each character below U+10000: 0 nothing yet, 1 a separator, 2 none. */
const kinds = new Uint8Array(0x10000);

/** Separators beyond U+FFFF are those of scripts that are no longer written. */
function isSeparator(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const kind = kinds[code];
  if (kind !== 0) {
    return kind === 1;
  }
  const isOne = separator.test(text[index]!);
  kinds[code] = isOne ? 1 : 2;
  return isOne;
}
