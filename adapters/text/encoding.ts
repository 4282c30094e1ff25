import iconv from 'iconv-lite';
import { FormatError } from '../adapter.ts';

/** A decoded file: its text without BOM, and what is needed to turn an edited text back into bytes. */
export interface TextFile {
  text: string;
  /** Line end of new lines: the file's first one, LF when it has none. */
  eol: '\n' | '\r\n' | '\r';
  /**
   * Bytes of `text` in the file's encoding, with the BOM if there was one.
   * @throws {FormatError} naming the first character that the encoding lacks.
   */
  encode(text: string): Uint8Array;
}

const boms = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * Reads `bytes` strictly: a BOM decides the encoding, else `encoding` (an iconv name). Nothing is replaced or guessed;
 * legacy encodings must give back the same bytes.
 * @throws {FormatError} on bytes that are not valid in the encoding, with the line.
 */
export function decodeText(bytes: Uint8Array, encoding = 'utf-8'): TextFile {
  const bom = boms.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  const name = bom?.encoding ?? encoding.toLowerCase();
  const body = bom ? bytes.subarray(bom.bytes.length) : bytes;
  const text = decode(body, name);
  return {
    text,
    eol: firstLineEnd(text),
    encode: (edited) => Buffer.concat([Buffer.from(bom?.bytes ?? []), encode(edited, name)]),
  };
}

/** Line of an offset, from 1. Counts LF, CRLF and lone CR. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (const _ of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    line += 1;
  }
  return line;
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (/^utf-?(8|16le|16be)$/.test(encoding)) {
    const label = encoding.replace(/^utf(?=\d)/, 'utf-');
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new FormatError(`the bytes are not valid ${label.toUpperCase()}`, badLine(bytes, label), {
        cause,
      });
    }
  }
  if (!iconv.encodingExists(encoding)) {
    throw new FormatError(`unknown encoding "${encoding}"`);
  }
  const text = iconv.decode(Buffer.from(bytes), encoding, { stripBOM: false });
  if (!iconv.encode(text, encoding).equals(bytes)) {
    throw new FormatError(`the bytes are not valid ${encoding}`);
  }
  return text;
}

function encode(text: string, encoding: string): Buffer {
  const label = encoding.replace(/^utf(?=\d)/, 'utf-');
  if (!text.isWellFormed()) {
    throw new FormatError('the text holds half of a surrogate pair');
  }
  if (label === 'utf-8') {
    return Buffer.from(text, 'utf8');
  }
  if (label === 'utf-16le') {
    return Buffer.from(text, 'utf16le');
  }
  if (label === 'utf-16be') {
    return Buffer.from(text, 'utf16le').swap16();
  }
  const bytes = iconv.encode(text, encoding);
  if (iconv.decode(bytes, encoding, { stripBOM: false }) !== text) {
    const lacking = [...text].find((char) => iconv.decode(iconv.encode(char, encoding), encoding) !== char);
    throw new FormatError(`"${lacking ?? text}" cannot be written in ${encoding}`);
  }
  return bytes;
}

function firstLineEnd(text: string): TextFile['eol'] {
  return (/\r\n|\n|\r/.exec(text)?.[0] as TextFile['eol'] | undefined) ?? '\n';
}

/** The line on which decoding fails; only worth finding for UTF-8, where lines can be cut without decoding. */
function badLine(bytes: Uint8Array, label: string): number {
  if (label !== 'utf-8') {
    return 0;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = 0;
  for (let line = 1; start <= bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const next = end < 0 ? bytes.length + 1 : end + 1;
    try {
      decoder.decode(bytes.subarray(start, next));
    } catch {
      return line;
    }
    start = next;
  }
  return 0;
}
