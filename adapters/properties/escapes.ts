import { type EscapeHabit, isEscaped, unicodeEscape } from '../text/unicode-escapes.ts';
import { holdsUtf8 } from './charset.ts';

/** A key or value without escapes and continued lines; null when a `\u` lacks its four digits. */
export function unescapeProperties(raw: string): string | null {
  if (!raw.includes('\\')) {
    return raw;
  }
  let isBroken = false;
  const text = raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|(?:\r\n|\n|\r)[ \t\f]*|([\s\S])|$)/g,
    (_, hex?: string, char?: string) => {
      isBroken ||= char === 'u';
      return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (controls.get(char ?? '') ?? char ?? '');
    },
  );
  return isBroken ? null : text;
}

const controls = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);

const letters = new Map([...controls].map(([letter, control]) => [control, letter]));

/** How texts are written in one file. */
export interface PropertiesStyle {
  habit: EscapeHabit;
  /** What may stand as itself: everything, up to U+00FF, or ASCII. */
  charset: 'unicode' | 'latin1' | 'ascii';
  /** Of `:`, `=`, `#` and `!`, which need no escape in a value: those that always have one here. */
  escapedMarks: ReadonlySet<string>;
}

/**
 * A value as it stands in the file. White space at the start of a line is escaped, or it would be layout.
 * @param continued what is written after each line end within the text, such as `\`, LF and four spaces; '' for none.
 */
export function escapeValue(text: string, style: PropertiesStyle, continued = ''): string {
  const lines = continued === '' ? [text] : text.split(/(?<=\n)(?!$)/);
  return lines
    .map((line) => escapeText(line, style, style.escapedMarks))
    .map((line) => (line.startsWith(' ') ? `\\${line}` : line))
    .join(continued);
}

/** A key as it stands in the file. */
export function escapeKey(key: string, style: PropertiesStyle): string {
  const escaped = escapeText(key, style, keyMarks);
  return /^[#!]/.test(escaped) ? `\\${escaped}` : escaped;
}

/** A comment line with `\uXXXX` for what the file cannot hold. */
export function escapeComment(line: string, style: PropertiesStyle): string {
  const widest = lastUnescaped(line, style);
  return line.replace(/[^\w]/gu, (char) =>
    char > widest || /[\0-\x1f]/.test(char) ? unicodeEscape(char, style.habit) : char,
  );
}

const keyMarks: ReadonlySet<string> = new Set([' ', ':', '=']);

function escapeText(text: string, style: PropertiesStyle, marks: ReadonlySet<string>): string {
  const widest = lastUnescaped(text, style);
  return text.replace(/[^\w]/gu, (char) => {
    const letter = letters.get(char);
    if (letter || char === '\\' || marks.has(char)) {
      return `\\${letter ?? char}`;
    }
    return char > widest || /[\0-\x1f\x7f-\x9f]/.test(char) || isEscaped(char, style.habit)
      ? unicodeEscape(char, style.habit)
      : char;
  });
}

/** The last character that may stand as itself. */
function lastUnescaped(text: string, { charset }: PropertiesStyle): string {
  if (charset === 'latin1') {
    // "Ã©" has the bytes of "é" in UTF-8, and the file would be taken for that.
    return holdsUtf8(text) ? '\x7f' : '\xff';
  }
  return charset === 'ascii' ? '\x7f' : '\u{10ffff}';
}
