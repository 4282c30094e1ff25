import { endsLine, indentBefore } from './lines.ts';
import type { Splice } from './splice.ts';
import type { XmlDocument, XmlElement } from './xml.ts';
import { encodeAttribute } from './xml-text.ts';

/** Replaces what is between the tags by `raw`, which must be XML; `<a/>` is opened for it. */
export function contentSplice({ text }: XmlDocument, element: XmlElement, raw: string): Splice {
  if (element.closeStart < element.end) {
    return { start: element.openEnd, end: element.closeStart, text: raw };
  }
  const tag = text.slice(element.start, element.openEnd);
  const end = element.start + tag.replace(/\s*\/>$/, '').length;
  return { start: end, end: element.end, text: `>${raw}</${element.name}>` };
}

/** Sets an attribute: in its place and quotes when it is there, else after the last one. */
export function attributeSplice(
  document: XmlDocument,
  element: XmlElement,
  name: string,
  value: string,
): Splice {
  const { text, references } = document;
  const span = element.attributeSpan(name);
  if (span) {
    return { ...span, text: encodeAttribute(value, text[span.end]!, references) };
  }
  const tag = text.slice(element.start, element.openEnd);
  const end = element.start + tag.replace(/\s*\/?>$/, '').length;
  return { start: end, end, text: ` ${name}="${encodeAttribute(value, '"', references)}"` };
}

/** Removes an attribute with the white space before it; null when it is not there. */
export function attributeRemoval({ text }: XmlDocument, element: XmlElement, name: string): Splice | null {
  const span = element.attributeSpan(name);
  if (!span) {
    return null;
  }
  const before = text.slice(element.start, span.start);
  const start = element.start + before.replace(/\s+[^\s=]+\s*=\s*["']$/, '').length;
  return { start, end: span.end + 1, text: '' };
}

/** Removes `[start, end)`, and the line end and indentation before it when nothing else stands on its lines. */
export function lineSplice({ text }: XmlDocument, start: number, end: number): Splice {
  const indent = indentBefore(text, start);
  if (indent === null || !endsLine(text, end)) {
    return { start, end, text: '' };
  }
  const line = start - indent.length;
  const eol = text.startsWith('\r\n', line - 2) ? 2 : 1;
  return { start: Math.max(0, line - eol), end, text: '' };
}
