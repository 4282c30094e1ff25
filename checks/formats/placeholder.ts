import type { Span } from '../check.ts';

/** Where a text names a value that the program fills in. */
export interface Placeholder extends Span {
  /** What is compared. */
  key: string;
  /** It takes the next argument of the call, so that it may not change its place. */
  isUnnamed: boolean;
  /** It stands for the sign itself (`%%`): not to be touched, and not compared. */
  isEscape: boolean;
}

/** A syntax of placeholders. */
export interface Format {
  /** A text with none of these has no placeholder. */
  leads: readonly string[];
  /** All placeholders and escapes from left to right; asked only of texts with a lead. */
  find(text: string): Placeholder[];
}

const none: readonly Placeholder[] = [];

/** All placeholders and escapes of a text. */
export function placeholdersOf(text: string, format: Format): readonly Placeholder[] {
  for (const lead of format.leads) {
    if (text.includes(lead)) {
      return format.find(text);
    }
  }
  return none;
}

/** The placeholders of a text that are compared. */
export function comparedOf(text: string, format: Format): readonly Placeholder[] {
  const found = placeholdersOf(text, format);
  return found.some(isEscape) ? found.filter((placeholder) => !isEscape(placeholder)) : found;
}

function isEscape(placeholder: Placeholder): boolean {
  return placeholder.isEscape;
}

/** Every match of a global expression, without the copy of it that `matchAll` makes for each text. */
export function* matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let index = 0;
  while (true) {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (!match) {
      return;
    }
    index = Math.max(pattern.lastIndex, match.index + 1);
    yield match;
  }
}
