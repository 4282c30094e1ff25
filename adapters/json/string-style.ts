import { escapeHabit, isEscaped, unicodeEscape } from '../text/unicode-escapes.ts';

/** Writes a text as a JSON string, quotes included. */
export type StringWriter = (text: string) => string;

/**
 * A writer with the habits of `json`: characters that are always `\uXXXX` there (all of non-ASCII, or `<` as some
 * libraries do for HTML) are so in new strings, and slashes are `\/` where no slash stands alone.
 */
export function stringWriter(json: string): StringWriter {
  const habit = escapeHabit(json);
  const escapesSlashes = json.includes('\\/') && !/(?:^|[^\\])(?:\\\\)*\//.test(json);
  return (text) => {
    // stringify escapes quotes, backslashes, control characters and halves of surrogate pairs, and nothing else.
    const quoted = JSON.stringify(text).replace(/[^ \w"\\]/gu, (char) =>
      isEscaped(char, habit) ? unicodeEscape(char, habit) : char,
    );
    return escapesSlashes ? quoted.replaceAll('/', '\\/') : quoted;
  };
}
