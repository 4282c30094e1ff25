import { FormatError } from '../adapter.ts';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The characters that a piece of XML text or an attribute value stands for, line ends as LF. References to entities
 * of the document type stay as they are (`&app;`). So that a text of these very characters is told apart from them,
 * it keeps one escape more: `&amp;app;` stays `&amp;app;`.
 * @param references `XmlDocument.references`.
 */
export function decodeXml(raw: string, references: RegExp | null): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!text.includes('&')) {
    return text;
  }
  return references ? betweenReferences(text, references, decodeCharacters) : decodeCharacters(text);
}

/**
 * XML text for `text`; the inverse of `decodeXml`.
 * @throws {FormatError} naming a character that XML cannot hold.
 */
export function encodeXml(text: string, references: RegExp | null): string {
  checkCharacters(text);
  return references ? betweenReferences(text, references, encodeCharacters) : encodeCharacters(text);
}

/** Value of an attribute between quotes of the given kind. @throws {FormatError} as `encodeXml` */
export function encodeAttribute(text: string, quote: string, references: RegExp | null): string {
  return encodeXml(text, references)
    .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Text of the inside of a CDATA section, with the escapes that `decodeXml` leaves. */
export function decodeCdata(raw: string, references: RegExp | null): string {
  const text = raw.replace(/\r\n?/g, '\n');
  return references ? text.replace(references, (reference) => `&amp;${reference.slice(1)}`) : text;
}

/**
 * Inside of a CDATA section for `text`, or null when it holds a carriage return or a reference to an entity, which
 * CDATA cannot say.
 * @throws {FormatError} as `encodeXml`
 */
export function encodeCdata(text: string, references: RegExp | null): string | null {
  checkCharacters(text);
  let isImpossible = text.includes('\r');
  const raw = references
    ? text.replace(references, (reference) => {
        isImpossible ||= !reference.startsWith('&amp;');
        return reference.replace('&amp;', '&');
      })
    : text;
  return isImpossible ? null : raw.replaceAll(']]>', ']]]]><![CDATA[>');
}

function betweenReferences(text: string, references: RegExp, change: (piece: string) => string): string {
  return text
    .split(references)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join('');
}

function decodeCharacters(text: string): string {
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([^;&\s]+));/g, (reference, decimal, hex, name) => {
    if (name) {
      return Object.hasOwn(named, name) ? named[name]! : reference;
    }
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function encodeCharacters(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function checkCharacters(text: string): void {
  const bad = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.exec(text)?.[0];
  if (bad !== undefined) {
    throw new FormatError(`XML cannot hold the character U+${codeOf(bad)}`);
  }
}

function codeOf(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
