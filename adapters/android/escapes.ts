import { type EscapeHabit, isEscaped, unicodeEscape } from '../text/unicode-escapes.ts';

/** A run of text (XML already decoded) or of markup that is shown and written as it stands. */
export interface Piece {
  type: 'text' | 'markup';
  text: string;
}

/**
 * What the Android build tools make of a string resource: white space is collapsed and trimmed except between double
 * quotes, which vanish; a backslash starts an escape. Markup does not end a run of quotes.
 */
export function unescapeAndroid(pieces: readonly Piece[]): string {
  let output = '';
  let isQuoted = false;
  let hasSpace = false;

  function emit(text: string): void {
    output += hasSpace && output !== '' ? ` ${text}` : text;
    hasSpace = false;
  }

  for (const { type, text } of pieces) {
    if (type === 'markup') {
      emit(text);
      continue;
    }
    for (const [token, escaped, hex] of text.matchAll(
      /\\(u([0-9a-fA-F]{4})|[\s\S])?|[ \t\n\r]+|[^\\ \t\n\r"]+|"/g,
    )) {
      if (token === '"') {
        isQuoted = !isQuoted;
      } else if (hex) {
        emit(String.fromCharCode(Number.parseInt(hex, 16)));
      } else if (token.startsWith('\\')) {
        emit(escaped === undefined ? token : unescapeOne(escaped));
      } else if (/^[ \t\n\r]/.test(token) && !isQuoted) {
        hasSpace = true;
      } else {
        emit(token);
      }
    }
  }
  return output;
}

/** How a string is written, taken from the one it replaces. */
export interface AndroidStyle {
  /** The whole between double quotes. */
  quoted: boolean;
  /** `@string/other` and `?attr/other` stay references instead of becoming text. */
  reference: boolean;
  habit: EscapeHabit;
}

/** The pieces of a text, escaped; the inverse of `unescapeAndroid`. Quotes are never put around markup. */
export function escapeAndroid(pieces: readonly Piece[], style: AndroidStyle): string {
  const isPlain = pieces.every(({ type }) => type === 'text');
  const isQuoted = style.quoted && isPlain;
  const last = pieces.length - 1;
  const escaped = pieces.map(({ type, text }, index) =>
    type === 'markup' ? text : escapeRun(text, isQuoted, index === 0, index === last, style.habit),
  );
  const [first = ''] = escaped;
  if (!isQuoted && !style.reference && /^[@?]/.test(first)) {
    escaped[0] = `\\${first}`;
  }
  return isQuoted ? `"${escaped.join('')}"` : escaped.join('');
}

function unescapeOne(escaped: string): string {
  switch (escaped) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'u':
      // Not four digits: the build tools refuse it, we show it as it is.
      return '\\u';
    default:
      return escaped;
  }
}

function escapeRun(
  text: string,
  isQuoted: boolean,
  isFirst: boolean,
  isLast: boolean,
  habit: EscapeHabit,
): string {
  const escaped = text.replace(/[^ \w]/gu, (char) => escapeOne(char, isQuoted, habit));
  if (isQuoted) {
    return escaped;
  }
  // Spaces that would be trimmed or collapsed.
  return escaped
    .replace(isFirst ? /^ / : /(?!)/, '\\u0020')
    .replace(isLast ? / $/ : /(?!)/, '\\u0020')
    .replace(/ {2,}/g, (run) => run.replaceAll('  ', ' \\u0020'));
}

function escapeOne(char: string, isQuoted: boolean, habit: EscapeHabit): string {
  if (isEscaped(char, habit)) {
    return unicodeEscape(char, habit);
  }
  switch (char) {
    case '\n':
      return '\\n';
    case '\t':
      return '\\t';
    case '\\':
    case '"':
      return `\\${char}`;
    case "'":
      return isQuoted ? char : "\\'";
    default:
      return /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(char)
        ? unicodeEscape(char, habit)
        : char;
  }
}
