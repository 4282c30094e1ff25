import type { Span, Subject } from '../check.ts';
import { readXml } from './xml-document.ts';

/** Whether the checks of XML are to look at a string: someone said that it is XML, or the source has tags and can be read. */
export function isXmlString({ flags, unit: { source } }: Subject): boolean {
  if (flags.has('safe-html') || flags.has('auto-safe-html')) {
    return false;
  }
  if (flags.has('xml-text')) {
    return true;
  }
  return source.some(hasTag) && source.every(isXml);
}

function isXml(text: string): boolean {
  return readXml(text) !== null;
}

function hasTag(text: string): boolean {
  const start = text.indexOf('<');
  return start >= 0 && text.indexOf('>', start + 2) >= 0;
}

/** Everything between `<` and the next `>`, well-formed or not. */
export function tagsOf(text: string): Span[] {
  const tags: Span[] = [];
  let start = text.indexOf('<');
  while (start >= 0) {
    const end = text.indexOf('>', start + 2) + 1;
    if (end === 0) {
      break;
    }
    tags.push({ start, end });
    start = text.indexOf('<', end);
  }
  return tags;
}

/** The text without its markup as XML, references being one character each; as it is when it is no XML. */
export function xmlContent(text: string): string {
  return readXml(text)?.content ?? text;
}
