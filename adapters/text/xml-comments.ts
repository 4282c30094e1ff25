import { endsLine } from './lines.ts';
import type { XmlDocument, XmlElement, XmlMarkup, XmlNode } from './xml.ts';

/**
 * Comments before an element that belong to it: those straight before it, with no more than one line end between.
 * A blank line parts it from what is the heading of a whole section.
 */
export function leadingComments({ text }: Pick<XmlDocument, 'text'>, element: XmlElement): XmlMarkup[] {
  const siblings = element.parent?.children ?? [];
  const comments: XmlMarkup[] = [];
  let next: XmlNode = element;
  for (let place = element.position - 1; place >= 0; place -= 1) {
    const node = siblings[place]!;
    if (node.type !== 'comment' || !/^[ \t]*(?:\r\n|\n|\r)?[ \t]*$/.test(text.slice(node.end, next.start))) {
      break;
    }
    comments.unshift(node);
    next = node;
  }
  const before = siblings[element.position - comments.length - 1];
  const isTaken = before?.type === 'element' && trailingComment({ text }, before) === comments[0];
  return isTaken ? comments.slice(1) : comments;
}

/** The comment behind an element at the end of its line, which is about that element and not about the next. */
export function trailingComment({ text }: Pick<XmlDocument, 'text'>, element: XmlElement): XmlMarkup | null {
  const next = element.parent?.children[element.position + 1];
  const isBehind =
    next?.type === 'comment' &&
    /^[ \t]*$/.test(text.slice(element.end, next.start)) &&
    endsLine(text, next.end);
  return isBehind ? next : null;
}

/** An element with the comments that belong to it, before and behind. */
export function outerSpan(document: XmlDocument, element: XmlElement): { start: number; end: number } {
  return {
    start: leadingComments(document, element)[0]?.start ?? element.start,
    end: trailingComment(document, element)?.end ?? element.end,
  };
}

/** What the comments of an element say, those before it first, without marks and indentation. */
export function noteOf(document: XmlDocument, element: XmlElement): string {
  const trailing = trailingComment(document, element);
  return [...leadingComments(document, element), ...(trailing ? [trailing] : [])]
    .map(({ start, end }) => document.text.slice(start + '<!--'.length, end - '-->'.length))
    .flatMap((comment) => comment.split(/\r\n|\n|\r/))
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
