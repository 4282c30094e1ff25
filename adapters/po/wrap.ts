import { eastAsianWidth } from 'get-east-asian-width';
import LineBreaker from 'linebreak';
import { escapePo } from './escape.ts';

/**
 * Where a text is broken into several quoted pieces: after line ends and at `width` columns of text (77 in gettext's
 * own tools), only after line ends, or nowhere.
 */
export type PoWrapping = { kind: 'width'; width: number } | { kind: 'line ends' } | { kind: 'never' };

/**
 * `text` in quotes as it follows `keyword` and a space: on the same line if it is one line and fits, else as an empty
 * piece and the lines below it. Breaks where gettext does, by UAX #14 and East Asian widths.
 * @throws {FormatError} when a PO file cannot hold the text.
 */
export function quotePo(keyword: string, text: string, wrapping: PoWrapping, eol: string): string {
  if (wrapping.kind === 'never' || text === '') {
    return `"${escapePo(text)}"`;
  }
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (lines.length === 1) {
    // The quotes are part of both: gettext's 79 columns are 77 columns of text.
    const room = wrapping.kind === 'width' ? wrapping.width - keyword.length - 1 : Number.POSITIVE_INFINITY;
    if (displayWidth(escapePo(text)) <= room || breakLine(text, wrapping, room).length === 1) {
      return `"${escapePo(text)}"`;
    }
  }
  const pieces = lines.flatMap((line) => breakLine(line, wrapping));
  return ['""', ...pieces.map((piece) => `"${piece}"`)].join(eol);
}

/**
 * Whether a wrapping tool would not have left `line` in one piece. Not all tools break inside of URLs and the like, so
 * a break there says nothing.
 */
export function isUnwrapped(line: string, width: number): boolean {
  if (displayWidth(escapePo(line)) <= width + 1) {
    return false;
  }
  const broken = breakLine(line, { kind: 'width', width }).slice(0, -1);
  return broken.some((piece) => /[^!-~]$/.test(piece));
}

/** Escaped pieces of one line. A piece is only longer than the width when it cannot be broken. */
function breakLine(line: string, wrapping: PoWrapping, firstWidth?: number): string[] {
  if (wrapping.kind !== 'width') {
    return [escapePo(line)];
  }
  const pieces: string[] = [];
  let current = '';
  let used = 0;
  let room = firstWidth ?? wrapping.width;
  for (const part of breakableParts(line)) {
    const width = displayWidth(part);
    if (current !== '' && used + width > room) {
      pieces.push(current);
      current = '';
      used = 0;
      room = wrapping.width;
    }
    current += part;
    used += width;
  }
  return current === '' ? pieces : [...pieces, current];
}

/** The escaped line, cut wherever it may be broken: never inside an escape or before the line end. */
function breakableParts(line: string): string[] {
  const end = line.endsWith('\n') ? line.length - 1 : line.length;
  const breaker = new LineBreaker(line.slice(0, end));
  const parts: string[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const stop = next.position >= end ? line.length : next.position;
    parts.push(escapePo(line.slice(start, stop)));
    start = stop;
  }
  if (start < line.length) {
    parts.push(escapePo(line.slice(start)));
  }
  return parts;
}

const ascii = /^[ -~]*$/;
/** Characters that take no column: controls, combining marks and format characters. */
const zeroWidth = /^[\p{Cc}\p{Mn}\p{Me}\p{Cf}]$/u;

function displayWidth(text: string): number {
  if (ascii.test(text)) {
    return text.length;
  }
  let width = 0;
  for (const char of text) {
    width += zeroWidth.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) ?? 0);
  }
  return width;
}
