import { isUtf8 } from 'node:buffer';
import type { Family } from '../families/family.ts';

/** Whether a fixture is UTF-8 with LF line ends, which variants can be made of. */
export function isPlain(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && bytes[0] !== 0xef && !bytes.includes(13) && bytes.includes(10);
}

/** The same file with other line ends, with byte order marks, and without its last line end. */
export function variantsOf({ lineEnds, marks }: Family, bytes: Uint8Array): Map<string, Uint8Array> {
  const text = Buffer.from(bytes).toString('utf8');
  const variants = new Map<string, Uint8Array>([['no final line end', asBytes(Buffer.from(text.trimEnd()))]]);
  for (const end of lineEnds.filter((candidate) => candidate !== '\n')) {
    variants.set(`line ends ${JSON.stringify(end)}`, asBytes(Buffer.from(text.replaceAll('\n', end))));
  }
  for (const mark of marks) {
    variants.set(`a byte order mark for ${mark}`, asBytes(encode(`\ufeff${text}`, mark)));
  }
  return variants;
}

/** Plain bytes: assertions tell a Buffer from an equal Uint8Array. */
export function asBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function encode(text: string, encoding: Family['marks'][number]): Buffer {
  if (encoding === 'utf-8') {
    return Buffer.from(text, 'utf8');
  }
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}
