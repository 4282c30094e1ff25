import { FormatError } from '../adapter.ts';

const letters = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
]);
const escapes = new Map([...letters].map(([letter, char]) => [char, letter]));

/** One escape, or a run of escaped bytes: bytes of one character may stand in several escapes. */
const escapePattern = /(?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]+))+|\\(?:[\s\S]|$)/g;
const specials = /["\\\u0000\u0007-\u000d]/g;

/**
 * The text that stands between the quotes of one piece.
 * @throws {FormatError} on an escape that gettext does not know.
 */
export function unescapePo(raw: string, line: number, decodeBytes: (bytes: Uint8Array) => string): string {
  if (!raw.includes('\\')) {
    return raw;
  }
  return raw.replace(escapePattern, (sequence) => {
    const letter = letters.get(sequence.slice(1));
    if (letter !== undefined) {
      return letter;
    }
    const bytes = sequence.split('\\').slice(1).map(byteOf);
    if (bytes.some((byte) => !(byte > 0 && byte < 256))) {
      throw new FormatError(`invalid escape ${sequence}`, line);
    }
    return bytes.every((byte) => byte < 128)
      ? String.fromCharCode(...bytes)
      : decodeEscaped(Uint8Array.from(bytes), sequence, line, decodeBytes);
  });
}

/**
 * `text` as it stands between quotes, on one line. Control characters without a letter stand for themselves, as
 * gettext's own tools write them.
 * @throws {FormatError} on NUL, which ends a text in gettext.
 */
export function escapePo(text: string): string {
  return text.replace(specials, (char) => {
    const letter = escapes.get(char);
    if (letter === undefined) {
      throw new FormatError('a PO file cannot hold the character U+0000');
    }
    return `\\${letter}`;
  });
}

/** NaN for what is neither octal nor hexadecimal. */
function byteOf(sequence: string): number {
  return sequence.startsWith('x') ? Number.parseInt(sequence.slice(1), 16) : Number.parseInt(sequence, 8);
}

function decodeEscaped(
  bytes: Uint8Array,
  sequence: string,
  line: number,
  decodeBytes: (bytes: Uint8Array) => string,
): string {
  try {
    return decodeBytes(bytes);
  } catch (cause) {
    throw new FormatError(`${sequence} is no character of the file's charset`, line, { cause });
  }
}
