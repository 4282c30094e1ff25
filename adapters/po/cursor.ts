import { FormatError } from '../adapter.ts';
import { unescapePo } from './escape.ts';
import type { PoText } from './scan.ts';

/** Name and index. Groups without names: this runs for every line of a file. */
const keywords = /([A-Za-z_]+)(?:[ \t]*\[[ \t]*(\d{1,3})[ \t]*\])?/y;
const knownKeywords = new Set(['domain', 'msgctxt', 'msgid', 'msgid_plural', 'msgstr']);
const formAhead = /[ \t\r\n\f\v]*msgstr[ \t]*\[/y;

/** Walks through a PO file token by token, and knows its line. */
export class PoCursor {
  readonly text: string;
  position = 0;
  /** Line at `position`, from 1, and where it starts. */
  line = 1;
  lineStart = 0;
  /** Lines end with LF (CR before it is blank), or with CR in a file without LF. */
  #lineEnd: string;
  #decodeBytes: (bytes: Uint8Array) => string;

  constructor(text: string, decodeBytes: (bytes: Uint8Array) => string) {
    this.text = text;
    this.#lineEnd = text.includes('\n') ? '\n' : '\r';
    this.#decodeBytes = decodeBytes;
  }

  /** The character at the cursor, '' at the end. */
  peek(): string {
    return this.text.charAt(this.position);
  }

  /** Skips white space. True when it held a blank line. */
  skipSpace(): boolean {
    let blank = false;
    for (;;) {
      const char = this.text.charAt(this.position);
      if (char === this.#lineEnd) {
        blank ||= this.text.slice(this.lineStart, this.position).trim() === '';
        this.#nextLine(this.position + 1);
      } else if (isBlank(char)) {
        this.position += 1;
      } else {
        return blank;
      }
    }
  }

  /** The rest of the line without its line end; the cursor goes to the next line. */
  takeLine(): string {
    const found = this.text.indexOf(this.#lineEnd, this.position);
    const end = found < 0 ? this.text.length : found;
    const rest = this.text.slice(this.position, end);
    this.#nextLine(found < 0 ? end : end + 1);
    return rest.endsWith('\r') ? rest.slice(0, -1) : rest;
  }

  /** Goes to the next line. @throws {FormatError} when the line holds anything more. */
  endLine(): void {
    const { line } = this;
    const rest = this.takeLine().trim();
    if (rest !== '') {
      throw new FormatError(`expected the end of the line, found ${shorten(rest)}`, line);
    }
  }

  /** The keyword at the cursor, `msgstr[1]` with its index. @throws {FormatError} when there is none. */
  takeKeyword(expected = 'a keyword'): string {
    this.skipSpace();
    keywords.lastIndex = this.position;
    const match = keywords.exec(this.text);
    if (!match) {
      const found = this.peek() === '' ? 'the end of the file' : shorten(this.#restOfLine());
      throw new FormatError(`expected ${expected}, found ${found}`, this.line);
    }
    const [token, name = '', index] = match;
    if (!knownKeywords.has(name)) {
      throw new FormatError(`unknown keyword ${shorten(name)}`, this.line);
    }
    this.position += token.length;
    return index === undefined ? name : `${name}[${Number(index)}]`;
  }

  /** The `msgstr[n]` that follows, null when something else does. */
  takeForm(): string | null {
    formAhead.lastIndex = this.position;
    return formAhead.test(this.text) ? this.takeKeyword() : null;
  }

  /** The quoted text that follows, with its continuations. @throws {FormatError} */
  takeText(): PoText {
    this.skipSpace();
    if (this.peek() !== '"') {
      throw new FormatError(`expected a quoted text, found ${shorten(this.#restOfLine())}`, this.line);
    }
    const start = this.position;
    let value = '';
    let end = start;
    while (this.peek() === '"') {
      value += this.#takePiece();
      end = this.position;
      // What follows the text may be the blank line that ends the entry: look ahead without moving.
      const ahead = { position: this.position, line: this.line, lineStart: this.lineStart };
      this.skipSpace();
      if (this.peek() !== '"') {
        Object.assign(this, ahead);
        break;
      }
    }
    return { value, start, end };
  }

  /** One `"…"`. */
  #takePiece(): string {
    const start = this.position + 1;
    let end = start;
    for (;;) {
      const char = this.text.charAt(end);
      if (char === '"') {
        break;
      }
      if (char === '' || char === this.#lineEnd) {
        throw new FormatError('the text is not closed with a quote', this.line);
      }
      end += char === '\\' ? 2 : 1;
    }
    this.position = end + 1;
    return this.unescape(this.text.slice(start, end), this.line);
  }

  /** The text that the piece `raw` stands for. @throws {FormatError} */
  unescape(raw: string, line: number): string {
    return unescapePo(raw, line, this.#decodeBytes);
  }

  #nextLine(start: number): void {
    this.position = start;
    this.lineStart = start;
    this.line += 1;
  }

  #restOfLine(): string {
    const end = this.text.indexOf(this.#lineEnd, this.position);
    return this.text.slice(this.position, end < 0 ? this.text.length : end);
  }
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\f' || char === '\v';
}

function shorten(found: string): string {
  return JSON.stringify(found.length > 40 ? `${found.slice(0, 40)}…` : found);
}
