import { RE2JS, RE2JSException } from 're2js';

const asciiEscapes = /\\(?:p\{(?:sc|scx|script|gc|general_category)=|[\s\S])|[[\]]/gi;

/** Letters, digits and spaces of all scripts, inside of brackets; RE2 knows those of ASCII only. */
const unicodeClasses: Readonly<Record<string, string>> = {
  w: '\\p{L}\\p{M}\\p{N}_',
  d: '\\p{Nd}',
  s: '\\s\\x{0b}\\x{85}\\p{Z}',
};

/**
 * Compiles a regular expression that someone wrote into a flag. It is RE2's syntax, because that takes time in proportion to
 * the text whatever the expression is; `\w`, `\d`, `\s`, `\Z`, `\u00e9` and `\p{sc=Thai}` are understood as well and mean all
 * of Unicode. Looking ahead or behind and references back are impossible in it: such an expression is an invalid value.
 *
 * @returns null for an expression that cannot be used.
 */
export function compileUserPattern(pattern: string, { ignoreCase = false } = {}): RE2JS | null {
  try {
    return RE2JS.compile(unicodePattern(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (error instanceof RE2JSException) {
      return null;
    }
    throw error;
  }
}

function unicodePattern(pattern: string): string {
  let isInBrackets = false;
  const widened = pattern.replace(asciiEscapes, (piece) => {
    if (piece === '[' || piece === ']') {
      isInBrackets = piece === '[';
      return piece;
    }
    if (/^\\p\{/i.test(piece)) {
      return piece.slice(0, 3);
    }
    return widen(piece, isInBrackets);
  });
  return widened.replace(/((?:^|[^\\])(?:\\\\)*)\\u([0-9A-Fa-f]{4})/g, '$1\\x{$2}');
}

function widen(sequence: string, isInBrackets: boolean): string {
  const letter = sequence.slice(1);
  const members = unicodeClasses[letter.toLowerCase()];
  if (letter === 'Z') {
    return '\\z';
  }
  if (!members) {
    return sequence;
  }
  if (letter !== letter.toLowerCase()) {
    // Brackets cannot hold what is left out of others; there the ASCII meaning stays.
    return isInBrackets ? sequence : `[^${members}]`;
  }
  return isInBrackets ? members : `[${members}]`;
}
