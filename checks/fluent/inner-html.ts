import { hash } from 'node:crypto';
import { defaultTreeAdapter, parseFragment } from 'parse5';
import { placeableStart } from './text-variants.ts';

const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Deeper nesting than any person writes. */
const deepest = 100;

const startTag = /<([A-Za-z][A-Za-z0-9-]*)/y;
const endTag = /<\/([A-Za-z][A-Za-z0-9-]*)[ \t\n]*>/y;
const attribute = /[ \t\n]+([A-Za-z][A-Za-z0-9_.:-]*)=("[^"]*"|'[^']*')/y;
const tagEnd = /[ \t\n]*(\/?)>/y;

interface Open {
  name: string;
  /** Stands for the element and all around it; a digest, as the texts of their attributes would add up. */
  path: string;
}

/**
 * Reads a text that a program will set as inner HTML. Only what every reader of HTML takes the same way is accepted, so that
 * nothing of the text can get lost.
 *
 * @returns the elements, each as a digest of its name, its attributes and the elements around it; null if it is not accepted.
 */
export function readInnerHtml(text: string): string[] | null {
  const found: string[] = [];
  const open: Open[] = [];
  const tagStarts = /<[A-Za-z/!?\uFDD0]/g;
  let index = 0;
  while (true) {
    tagStarts.lastIndex = index;
    const next = tagStarts.exec(text)?.index ?? text.length;
    if (!hasSafeReferences(text.slice(index, next))) {
      return null;
    }
    if (next === text.length) {
      return open.length === 0 ? found : null;
    }
    const end = text[next + 1] === '/' ? closed(text, next, open) : opened(text, next, open, found);
    if (end === null || open.length > deepest) {
      return null;
    }
    index = end;
  }
}

function closed(text: string, index: number, open: Open[]): number | null {
  endTag.lastIndex = index;
  const name = endTag.exec(text)?.[1];
  return name !== undefined && open.pop()?.name === name ? endTag.lastIndex : null;
}

function opened(text: string, index: number, open: Open[], found: string[]): number | null {
  startTag.lastIndex = index;
  const name = startTag.exec(text)?.[1];
  if (name === undefined) {
    return null;
  }
  const attributes = new Map<string, string>();
  let end = startTag.lastIndex;
  for (let match = at(attribute, text, end); match; match = at(attribute, text, end)) {
    const [whole, key = '', quoted = ''] = match;
    if (attributes.has(key.toLowerCase()) || !hasSafeReferences(quoted)) {
      return null;
    }
    attributes.set(key.toLowerCase(), quoted.slice(1, -1));
    end += whole.length;
  }
  const close = at(tagEnd, text, end);
  const isVoid = voidElements.has(name.toLowerCase());
  if (!close || (close[1] === '/' && !isVoid)) {
    return null;
  }
  const path = hash('sha256', `${open.at(-1)?.path ?? ''}${JSON.stringify([name, [...attributes].sort()])}`);
  found.push(path);
  if (!isVoid) {
    open.push({ name, path });
  }
  return end + close[0].length;
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * Character references must be whole: what HTML would decode without its `;`, what it would not decode, and what a placeable
 * could complete are refused. A bare `&` is text.
 */
function hasSafeReferences(text: string): boolean {
  for (const { 0: reference, index } of text.matchAll(/&#?[A-Za-z0-9]*;?/g)) {
    if (text[index + reference.length] === placeableStart && !reference.endsWith(';')) {
      return false;
    }
    if (reference.length > 1 && reference !== '&;' && !isSafe(reference)) {
      return false;
    }
  }
  return true;
}

/** No reference stands for more than two characters, and one that is decoded in part leaves at least three. */
function isSafe(reference: string): boolean {
  const [node] = parseFragment(reference).childNodes;
  const decoded = node && defaultTreeAdapter.isTextNode(node) ? node.value : '';
  return reference.endsWith(';') ? [...decoded].length <= 2 : decoded === reference;
}
