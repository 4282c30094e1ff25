import { isUtf8 } from 'node:buffer';
import type { FileOptions, FormatParam } from '../adapter.ts';
import { decodeText, type TextFile } from '../text/encoding.ts';

/** A decoded file and what it can hold without escapes. */
export interface PropertiesFile extends TextFile {
  /** `latin1` ends at U+00FF. */
  charset: 'unicode' | 'latin1';
  /** Whether a byte order mark or the component says so; else it was told from the bytes. */
  isChosen: boolean;
}

/**
 * Java 9 reads resource bundles as UTF-8 and, if that fails, as ISO-8859-1; before, and in `Properties.load`, it was
 * ISO-8859-1. `auto` reads as Java 9 does, except that broken UTF-8 is refused and not taken for ISO-8859-1. The
 * choice is made once, from all bytes, and fits every file, so nothing is lost by it. Where no character tells which
 * of the two it is, new ones are written as escapes, which all readers take alike.
 */
export const encodingParam: FormatParam = {
  name: 'properties_encoding',
  label:
    'Encoding of files without a byte order mark; "auto" reads UTF-8 where the file is that, else ISO-8859-1.',
  type: 'string',
  choices: ['auto', 'iso-8859-1', 'utf-8', 'utf-16'],
  default: 'auto',
};

/** @throws {FormatError} on bytes that are not valid in the chosen encoding. */
export function decodeProperties(bytes: Uint8Array, params: FileOptions['params']): PropertiesFile {
  const chosen = params[encodingParam.name] ?? encodingParam.default;
  if (hasMark(bytes) || chosen === 'utf-8') {
    return { ...decodeText(bytes, 'utf-8'), charset: 'unicode', isChosen: true };
  }
  if (chosen === 'utf-16') {
    const encoding = isLittleEndian(bytes) ? 'utf-16le' : 'utf-16be';
    return { ...decodeText(bytes, encoding), charset: 'unicode', isChosen: true };
  }
  if (chosen === 'auto' && (isUtf8(bytes) || holdsUtf8(Buffer.from(bytes).toString('latin1')))) {
    return { ...decodeText(bytes, 'utf-8'), charset: 'unicode', isChosen: false };
  }
  return { ...decodeText(bytes, 'iso-8859-1'), charset: 'latin1', isChosen: chosen !== 'auto' };
}

/** The bytes of a file without strings, in the chosen encoding: Java needs the mark to read UTF-16. */
export function emptyFile(params: FileOptions['params']): Uint8Array {
  return Buffer.from(params[encodingParam.name] === 'utf-16' ? [0xfe, 0xff] : []);
}

/** Whether the ISO-8859-1 bytes of `text` hold a character of UTF-8; real text in that encoding does not. */
export function holdsUtf8(text: string): boolean {
  return /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/.test(text);
}

function hasMark(bytes: Uint8Array): boolean {
  return /^(?:efbbbf|fffe|feff)/.test(Buffer.from(bytes.subarray(0, 3)).toString('hex'));
}

/** Without a mark UTF-16 is big-endian, unless the first character shows otherwise. */
function isLittleEndian(bytes: Uint8Array): boolean {
  return bytes[0] !== 0 && bytes[1] === 0;
}
