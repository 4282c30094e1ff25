import type { Span } from '../check.ts';

/** A place in a message that the program fills in, or a tag round a part of it. */
export interface Argument extends Span {
  name: string;
  kind: 'argument' | 'tag';
  /** `plural`, `date`; null for a bare `{name}`. */
  type: string | null;
  /** Selectors of the sub-messages; null if it has none. */
  selectors: readonly string[] | null;
  /** Of a tag: there is nothing between its ends. */
  isEmpty: boolean;
}

export interface MessageSyntax {
  /** With `strict` every `<` is a tag, with `loose` only one before a letter or `tagPrefix`. */
  tags: 'none' | 'loose' | 'strict';
  tagPrefix: string;
}

/** Deeper nesting than any person writes; it keeps the parser from running out of stack. */
const deepest = 100;

/**
 * Reads an ICU message in time proportional to its length.
 *
 * @returns all arguments and tags, those of sub-messages included; null if it is no valid message.
 */
export function parseMessage(text: string, syntax: MessageSyntax): Argument[] | null {
  const parser = new MessageParser(text, syntax);
  try {
    parser.message(0, 'message');
    return parser.found;
  } catch (error) {
    if (error instanceof MessageError) {
      return null;
    }
    throw error;
  }
}

export function isPluralType(type: string | null): boolean {
  return type === 'plural' || type === 'selectordinal';
}

class MessageError extends Error {}

type Place = 'message' | 'plural' | 'other' | 'tag';

class MessageParser {
  readonly found: Argument[] = [];
  readonly #text: string;
  readonly #syntax: MessageSyntax;
  readonly #special: RegExp;
  #index = 0;

  constructor(text: string, syntax: MessageSyntax) {
    this.#text = text;
    this.#syntax = syntax;
    this.#special = syntax.tags === 'none' ? /[{}']/g : /[{}'<]/g;
  }

  /** Text up to the end of the message, the `}` of a sub-message or the end tag; leaves these unread. */
  message(depth: number, place: Place): void {
    if (depth > deepest) {
      throw new MessageError();
    }
    while (this.#skipText()) {
      const sign = this.#text[this.#index];
      if (sign === "'") {
        this.#apostrophe(place === 'plural');
      } else if (sign === '{') {
        this.#argument(depth);
      } else if (sign === '}') {
        if (place === 'message' || place === 'tag') {
          throw new MessageError();
        }
        return;
      } else if (this.#text.startsWith('</', this.#index) && place === 'tag') {
        return;
      } else if (this.#isTag()) {
        this.#tag(depth);
      } else {
        this.#index++;
      }
    }
    if (place !== 'message') {
      throw new MessageError();
    }
  }

  #skipText(): boolean {
    this.#special.lastIndex = this.#index;
    const next = this.#special.exec(this.#text);
    this.#index = next?.index ?? this.#text.length;
    return next !== null;
  }

  /** Two are one; before a sign that means something a single one quotes up to the next; else it is a letter. */
  #apostrophe(isPlural: boolean): void {
    const next = this.#text[this.#index + 1] ?? '';
    const quotes =
      next === '{' ||
      next === '}' ||
      (next === '#' && isPlural) ||
      (next === '<' && this.#syntax.tags !== 'none');
    if (!quotes) {
      this.#index += next === "'" ? 2 : 1;
      return;
    }
    this.#index = this.#afterQuote(this.#index + 2);
  }

  /** Quoted text without an end goes to the end of the message. */
  #afterQuote(start: number): number {
    let close = this.#text.indexOf("'", start);
    while (close >= 0 && this.#text[close + 1] === "'") {
      close = this.#text.indexOf("'", close + 2);
    }
    return close < 0 ? this.#text.length : close + 1;
  }

  #argument(depth: number): void {
    const start = this.#index++;
    const name = this.#word();
    const argument: Argument = {
      name,
      kind: 'argument',
      type: null,
      selectors: null,
      isEmpty: false,
      start,
      end: 0,
    };
    this.found.push(argument);
    if (this.#accept(',')) {
      argument.type = this.#word();
      argument.selectors = this.#style(argument.type, depth);
    }
    this.#expect('}');
    argument.end = this.#index;
  }

  /** What follows the type: sub-messages where the type needs them or they are there, else a style. */
  #style(type: string, depth: number): string[] | null {
    const needsMessages = isPluralType(type) || type === 'select';
    if (!this.#accept(',')) {
      if (needsMessages) {
        throw new MessageError();
      }
      return null;
    }
    if (isPluralType(type)) {
      this.#take(/\s*offset\s*:\s*-?\d+/y);
    }
    if (!needsMessages && !this.#isAtSelector()) {
      this.#plainStyle();
      return null;
    }
    return this.#subMessages(isPluralType(type) ? 'plural' : 'other', depth);
  }

  #subMessages(place: Place, depth: number): string[] {
    const selectors: string[] = [];
    while (this.#peek() !== '}') {
      selectors.push(this.#word());
      this.#expect('{');
      this.message(depth + 1, place);
      this.#expect('}');
    }
    if (selectors.length === 0) {
      throw new MessageError();
    }
    return selectors;
  }

  #isAtSelector(): boolean {
    const after = this.#index;
    const isSelector = this.#take(/\s*[^\s{},#']+\s*\{/y) !== null;
    this.#index = after;
    return isSelector;
  }

  /** A style or skeleton, such as `short` or `::currency/EUR`, with quoted parts. */
  #plainStyle(): void {
    const start = this.#index;
    while (this.#skipText()) {
      const sign = this.#text[this.#index];
      if (sign === '}') {
        break;
      }
      if (sign === '{') {
        throw new MessageError();
      }
      this.#index = sign === "'" ? this.#afterQuote(this.#index + 1) : this.#index + 1;
    }
    if (this.#text.slice(start, this.#index).trim() === '') {
      throw new MessageError();
    }
  }

  #isTag(): boolean {
    const { tags, tagPrefix } = this.#syntax;
    if (tags === 'strict') {
      return true;
    }
    return tagPrefix === ''
      ? /^\p{L}/u.test(this.#text.slice(this.#index + 1, this.#index + 3))
      : this.#text.startsWith(tagPrefix, this.#index + 1);
  }

  #tag(depth: number): void {
    const start = this.#index;
    const opening = this.#take(/<([^\s<>{}'/]+)\s*(\/?)>/y);
    if (!opening) {
      throw new MessageError();
    }
    const [, name = '', slash] = opening;
    const tag: Argument = { name, kind: 'tag', type: null, selectors: null, isEmpty: true, start, end: 0 };
    this.found.push(tag);
    if (slash === '') {
      const inside = this.#index;
      this.message(depth + 1, 'tag');
      tag.isEmpty = this.#index === inside;
      const closing = this.#take(/<\/([^\s<>{}'/]+)\s*>/y);
      if (closing?.[1] !== name) {
        throw new MessageError();
      }
    }
    tag.end = this.#index;
  }

  /** A name, type or selector, and the spaces round it. */
  #word(): string {
    const match = this.#take(/\s*([^\s{},#']+)\s*/y);
    if (!match) {
      throw new MessageError();
    }
    return match[1]!;
  }

  #peek(): string {
    this.#take(/\s*/y);
    return this.#text[this.#index] ?? '';
  }

  #accept(sign: string): boolean {
    if (this.#peek() !== sign) {
      return false;
    }
    this.#index++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) {
      throw new MessageError();
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.#text);
    if (match) {
      this.#index = pattern.lastIndex;
    }
    return match;
  }
}
