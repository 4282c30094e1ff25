import type { Span } from './check.ts';
import { baseLanguage } from './languages.ts';

/** Languages that write words without spaces between them. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'km', 'lo', 'my', 'ko']);

/** Whether a term of the language has to stand as a whole word. */
export function writesSpaces(language: string): boolean {
  return !unspaced.has(baseLanguage(language));
}

/** The text in lower case, every character in its place. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) {
    return lower;
  }
  // A few letters (İ) have a lower case of another length: they stay as they are.
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
}

/** Whether a folded text has a folded term in it; between the bounds of words if `whole`. */
export function hasTerm(text: string, term: string, whole: boolean): boolean {
  for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + 1)) {
    if (!whole || (startsFreely(text, start) && endsFreely(text, start + term.length))) {
      return true;
    }
  }
  return false;
}

/** Every place of a folded term in a folded text, also inside words. */
export function placesOf(text: string, term: string): Span[] {
  const spans: Span[] = [];
  if (term === '') {
    return spans;
  }
  for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + term.length)) {
    spans.push({ start, end: start + term.length });
  }
  return spans;
}

/** Whether no letter or digit stands directly before `index`. */
export function startsFreely(text: string, index: number): boolean {
  if (index === 0) {
    return true;
  }
  const isPair = index > 1 && isLowSurrogate(text.charCodeAt(index - 1));
  return !isOfWord(text.codePointAt(isPair ? index - 2 : index - 1)!);
}

/** Whether no letter or digit stands at `index`. */
export function endsFreely(text: string, index: number): boolean {
  return index >= text.length || !isOfWord(text.codePointAt(index)!);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Letters with their marks, digits and the underscore; asked at each character, so ASCII is told without an expression. */
function isOfWord(point: number): boolean {
  if (point < 0x80) {
    return (
      (point >= 0x61 && point <= 0x7a) ||
      (point >= 0x30 && point <= 0x39) ||
      (point >= 0x41 && point <= 0x5a) ||
      point === 0x5f
    );
  }
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(point));
}
