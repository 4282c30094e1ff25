import iconv from 'iconv-lite';
import { decodeText, type TextFile } from './encoding.ts';

/**
 * Reads the bytes of an XML file as the XML standard says: a byte order mark decides, else the encoding that the
 * declaration names, else UTF-8 (or UTF-16, told by the zero bytes of the first characters).
 * Characters that the encoding lacks are written as references, which is right in text and attributes alone.
 * @throws {FormatError}
 */
export function decodeXmlFile(bytes: Uint8Array): TextFile {
  const encoding = encodingOf(bytes);
  const file = decodeText(bytes, encoding);
  if (encoding.startsWith('utf') || file.encode('').length > 0) {
    return file;
  }
  return { ...file, encode: (text) => file.encode(withReferences(text, encoding)) };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0 && bytes[1] === 0x3c) {
    return 'utf-16be';
  }
  if (bytes[0] === 0x3c && bytes[1] === 0) {
    return 'utf-16le';
  }
  const head = Buffer.from(bytes.subarray(0, 300)).toString('latin1');
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]?.toLowerCase();
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return !declared || /^(?:utf|ucs)/.test(declared) ? 'utf-8' : declared;
}

function withReferences(text: string, encoding: string): string {
  return text.replace(/[^\0-\x7f]/gu, (char) =>
    iconv.decode(iconv.encode(char, encoding), encoding) === char ? char : `&#${char.codePointAt(0)};`,
  );
}
