import { RE2JS, RE2JSException } from 're2js';

/** Escapes, classes by name (`[:alpha:]`), and where brackets start and end; a `]` right after the start is a sign. */
const pieces = /\\(?:p\{(?:scx?|script|gc|general_category)=|u[0-9a-f]{4}|[\s\S])|\[:\^?\w+:\]|\[\^?\]?|\]/gi;

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
  return pattern.replace(pieces, (piece) => {
    if (piece.startsWith('\\')) {
      return widened(piece, isInBrackets);
    }
    if (!piece.startsWith('[:')) {
      isInBrackets = isInBrackets ? !piece.endsWith(']') : piece.startsWith('[');
    }
    return piece;
  });
}

function widened(sequence: string, isInBrackets: boolean): string {
  const letter = sequence[1] ?? '';
  if (letter.toLowerCase() === 'p' && sequence.length > 2) {
    return sequence.slice(0, '\\p{'.length);
  }
  if (letter === 'u' && sequence.length > 2) {
    return `\\x{${sequence.slice(2)}}`;
  }
  if (letter === 'Z') {
    return '\\z';
  }
  const members = unicodeClasses[letter.toLowerCase()];
  if (!members) {
    return sequence;
  }
  if (letter !== letter.toLowerCase()) {
    // Brackets cannot hold what is left out of others; there the ASCII meaning stays.
    return isInBrackets ? sequence : `[^${members}]`;
  }
  return isInBrackets ? members : `[${members}]`;
}
