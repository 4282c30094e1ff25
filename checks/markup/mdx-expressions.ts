import { codeSpans, isEscaped } from './code-spans.ts';
import { voidElements } from './html-elements.ts';
import { closingBrace } from './js-braces.ts';

/** Numbers for the elements around an expression; texts that are compared share one. */
export class MdxPlaces {
  readonly #numbers = new Map<string, number>();

  /** The same number for the same element within the same place; 0 is outside of all. */
  within(place: number, element: string): number {
    const key = `${place} ${element}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/**
 * The expressions in braces of an MDX text, in order, each with its place: the elements around it, and the attribute it is
 * the value of. What follows a brace that is never closed cannot be told and is one item.
 */
export function mdxExpressions(text: string, places: MdxPlaces): string[] {
  if (!text.includes('{')) {
    return [];
  }
  const reader = new Reader(text, places);
  reader.read();
  return reader.found;
}

interface OpenElement {
  name: string;
  place: number;
}

class Reader {
  readonly found: string[] = [];
  readonly #text: string;
  readonly #places: MdxPlaces;
  readonly #open: OpenElement[] = [];
  /** How many elements of a name are open. */
  readonly #counts = new Map<string, number>();

  constructor(text: string, places: MdxPlaces) {
    this.#text = text;
    this.#places = places;
  }

  read(): void {
    const code = codeSpans(this.#text);
    let nextCode = 0;
    const triggers = /[`{<]/g;
    for (let match = triggers.exec(this.#text); match; match = triggers.exec(this.#text)) {
      const { index } = match;
      while (nextCode < code.length && code[nextCode]!.end <= index) {
        nextCode++;
      }
      const inCode = nextCode < code.length && code[nextCode]!.start <= index;
      if (inCode) {
        triggers.lastIndex = code[nextCode]!.end;
      } else if (match[0] === '{' && !isEscaped(this.#text, index)) {
        triggers.lastIndex = this.#readExpression(index, 'text');
      } else if (match[0] === '<' && !isEscaped(this.#text, index)) {
        triggers.lastIndex = this.#readTag(index);
      }
    }
  }

  #readExpression(start: number, where: string): number {
    const end = closingBrace(this.#text, start);
    const place = this.#open.at(-1)?.place ?? 0;
    this.found.push(`${place} ${where} ${end < 0 ? '{' : this.#text.slice(start, end)}`);
    return end < 0 ? this.#text.length : end;
  }

  /** Reads a tag if there is one; gives where to read on. */
  #readTag(start: number): number {
    closingTag.lastIndex = start;
    const closing = closingTag.exec(this.#text);
    if (closing) {
      this.#close(closing[1] ?? '');
      return closingTag.lastIndex;
    }
    openingTag.lastIndex = start;
    const name = openingTag.exec(this.#text)?.[1];
    // With a colon at its end it is the scheme of an address.
    if (name === undefined || name.endsWith(':')) {
      return start + 1;
    }
    return this.#readAttributes(openingTag.lastIndex, name);
  }

  #readAttributes(from: number, name: string): number {
    const text = this.#text;
    let attribute = '';
    let index = from;
    while (index < text.length) {
      const char = text[index]!;
      if (char === '<') {
        return index;
      }
      if (char === '>') {
        this.#openElement(name);
        return index + 1;
      }
      if (char === '/' && text[index + 1] === '>') {
        return index + 2;
      }
      if (char === '{') {
        const isValue = attribute.endsWith('=');
        index = this.#readExpression(index, isValue ? `attribute ${attribute}` : 'tag');
        attribute = '';
      } else if (char === '"' || char === "'") {
        const end = text.indexOf(char, index + 1);
        if (end < 0) {
          return text.length;
        }
        index = end + 1;
        attribute = '';
      } else {
        attributeHead.lastIndex = index;
        const head = attributeHead.exec(text);
        attribute = head ? head[1]! + (head[2] ?? '') : '';
        index = head ? attributeHead.lastIndex : index + 1;
      }
    }
    return index;
  }

  #openElement(name: string): void {
    if (!voidElements.has(name)) {
      const place = this.#places.within(this.#open.at(-1)?.place ?? 0, name);
      this.#open.push({ name, place });
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  /** Closes the innermost element of the name with all in it; an end tag without an element is none. */
  #close(name: string): void {
    let isFound = !this.#counts.get(name);
    while (!isFound) {
      const element = this.#open.pop()!;
      this.#counts.set(element.name, this.#counts.get(element.name)! - 1);
      isFound = element.name === name;
    }
  }
}

const closingTag = /<\/\s*(?:([\p{L}_$][\p{L}\p{N}_$.:-]*)\s*)?>/uy;

/** The name, none in a fragment (`<>`). */
const openingTag = /<((?=>)|[\p{L}_$][\p{L}\p{N}_$.:-]*)/uy;

/** Name of an attribute, and the sign of equality if a value follows. */
const attributeHead = /([^\s"'{}<>/=]+)\s*(?:(=)\s*)?/y;
