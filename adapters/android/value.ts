import { FormatError } from '../adapter.ts';
import type { EscapeHabit } from '../text/unicode-escapes.ts';
import { parseXml, type XmlDocument, type XmlElement } from '../text/xml.ts';
import { decodeCdata, decodeXml, encodeCdata, encodeXml } from '../text/xml-text.ts';
import { type AndroidStyle, escapeAndroid, type Piece, unescapeAndroid } from './escapes.ts';

/**
 * The text of a string resource. With elements inside it is shown as XML, markup and references as they stand;
 * without, as the plain text that it means.
 */
export function readValue(document: XmlDocument, element: XmlElement): string {
  return hasMarkup(element)
    ? readMarkup(innerXml(document, element))
    : unescapeAndroid(plainPieces(document, element));
}

/** How a value is written: after the one it replaces, as far as that shows it, else after the base file's. */
export interface ValueStyle extends AndroidStyle {
  /** `markup`: with elements. `text`: `<` is part of the plain text. `unknown`: there is no `<`. */
  angle: 'markup' | 'text' | 'unknown';
  /** Written as a CDATA section, with this around it. */
  cdata: { before: string; after: string } | null;
}

/** Style of a new value in place of `element`; `model` is the same string of the base file. */
export function valueStyle(
  document: XmlDocument,
  element: XmlElement | null,
  model: { document: XmlDocument; element: XmlElement } | null,
  habit: EscapeHabit,
): ValueStyle {
  const own = element ? shownStyle(document, element) : null;
  const other = model ? shownStyle(model.document, model.element) : null;
  const shown = own ?? other;
  const angle = own && own.angle !== 'unknown' ? own.angle : (other?.angle ?? 'unknown');
  return {
    quoted: shown?.quoted ?? false,
    reference: shown?.reference ?? false,
    cdata: shown?.cdata ?? null,
    angle,
    habit,
  };
}

/**
 * XML for a text: with elements when it is well-formed XML that has some, unless `<` is known to be plain text here.
 * @throws {FormatError} when a text that should hold elements has broken ones, or a character that XML lacks.
 */
export function writeValue(document: XmlDocument, text: string, style: ValueStyle): string {
  const { references } = document;
  const plain = escapeAndroid([{ type: 'text', text }], style);
  if (style.cdata) {
    const cdata = encodeCdata(plain, references);
    if (cdata !== null) {
      return `${style.cdata.before}<![CDATA[${cdata}]]>${style.cdata.after}`;
    }
  }
  if (style.angle !== 'text' && /<[\p{L}_/]/u.test(text)) {
    const markup = escapeAndroid(markupPieces(text).map(protectBare), style);
    const fault =
      markupFault(document, markup) ?? (readMarkup(markup) === text ? null : 'it would be read otherwise');
    if (fault === null) {
      return markup;
    }
    if (style.angle === 'markup') {
      throw new FormatError(`the markup cannot be written: ${fault}`);
    }
  }
  return encodeXml(plain, references);
}

/** Prefixes of the elements and attributes in a text, without those that it declares itself. */
export function prefixesIn(document: XmlDocument, xml: string): Set<string> {
  const prefixes = new Set<string>();
  if (!/<[^>]*:/.test(xml)) {
    return prefixes;
  }
  for (const element of descendants(parseXml(`<text>${xml}</text>`, document.entities).root)) {
    const names = element.attributes.filter((_, index) => index % 3 === 0).map(String);
    const declared = names
      .filter((name) => name.startsWith('xmlns:'))
      .map((name) => name.slice('xmlns:'.length));
    for (const name of [element.name, ...names]) {
      const prefix = /^([^:]+):/.exec(name)?.[1];
      if (prefix && prefix !== 'xmlns' && prefix !== 'xml' && !declared.includes(prefix)) {
        prefixes.add(prefix);
      }
    }
  }
  return prefixes;
}

function shownStyle(document: XmlDocument, element: XmlElement): Omit<ValueStyle, 'habit'> | null {
  if (hasMarkup(element)) {
    return { quoted: false, reference: false, angle: 'markup', cdata: null };
  }
  const pieces = plainPieces(document, element);
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .trim();
  if (text === '') {
    return null;
  }
  return {
    quoted: /^"(?:[^"\\]|\\[\s\S])*"$/.test(text),
    reference: /^[@?]/.test(text),
    angle: text.includes('<') ? 'text' : 'unknown',
    cdata: cdataAround(document, element),
  };
}

function cdataAround({ text }: XmlDocument, element: XmlElement): ValueStyle['cdata'] {
  const [section, ...others] = element.children;
  if (section?.type !== 'cdata' || others.length > 0) {
    return null;
  }
  const before = text.slice(element.openEnd, section.start);
  const after = text.slice(section.end, element.closeStart);
  return (before + after).trim() === '' ? { before, after } : null;
}

function hasMarkup(element: XmlElement): boolean {
  return element.children.some(({ type }) => type === 'element');
}

function innerXml({ text }: XmlDocument, element: XmlElement): string {
  return text.slice(element.openEnd, element.closeStart);
}

/** Text and CDATA sections; comments are no part of the value. */
function plainPieces({ text, references }: XmlDocument, element: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  let position = element.openEnd;
  for (const { type, start, end } of element.children) {
    pieces.push({ type: 'text', text: decodeXml(text.slice(position, start), references) });
    if (type === 'cdata') {
      const raw = text.slice(start + '<![CDATA['.length, end - ']]>'.length);
      pieces.push({ type: 'text', text: decodeCdata(raw, references) });
    }
    position = end;
  }
  pieces.push({ type: 'text', text: decodeXml(text.slice(position, element.closeStart), references) });
  return pieces;
}

function readMarkup(xml: string): string {
  return unescapeAndroid(markupPieces(xml.replace(/\r\n?/g, '\n')).map(revealBare));
}

/** Text and markup of XML with elements. What cannot be a tag or a reference is text, also where XML forbids it. */
function markupPieces(xml: string): Piece[] {
  return xml
    .split(
      /(<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<[\p{L}_/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>)/u,
    )
    .map((text, index) => ({ type: index % 2 === 1 ? 'markup' : 'text', text }) as const)
    .filter(({ text }) => text !== '');
}

/**
 * People write "Q & A" also beside markup. The ampersand goes into the file as `&#38;` and comes back as itself, so
 * that it is told apart from an `&amp;`, which is shown as it stands. The same for `<` before what is no tag.
 */
function protectBare({ type, text }: Piece): Piece {
  const bare = text.replace(/&(?![#\w.:-]+;)/g, '&#38;').replace(/<(?![\p{L}_/!?])/gu, '&#60;');
  return { type, text: type === 'text' ? bare : text };
}

function revealBare({ type, text }: Piece): Piece {
  const bare = text.replace(/&#38;(?![#\w.:-]+;)/g, '&').replace(/&#60;(?![\p{L}_/!?])/gu, '<');
  return { type, text: type === 'text' ? bare : text };
}

/** What is wrong with XML that should hold elements; null when nothing is. */
function markupFault(document: XmlDocument, xml: string): string | null {
  try {
    const { root } = parseXml(`<text>${xml}</text>`, document.entities);
    return hasMarkup(root) ? null : 'it has no elements';
  } catch (error) {
    if (error instanceof FormatError) {
      return error.reason;
    }
    throw error;
  }
}

function* descendants(element: XmlElement): Generator<XmlElement> {
  for (const child of element.elements()) {
    yield child;
    yield* descendants(child);
  }
}
