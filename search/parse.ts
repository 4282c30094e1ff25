/** What a search text means: a tree of terms. `all` is the empty text. */
export type Query =
  | { type: 'all' }
  | { type: 'and' | 'or'; items: Query[] }
  | { type: 'not'; item: Query }
  | Term;

export type Operator = ':' | ':=' | ':<' | ':<=' | ':>' | ':>=';

export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'regex'; pattern: string }
  /** Both ends included. */
  | { kind: 'range'; from: string; to: string };

export interface Term {
  type: 'term';
  /** Lower case; null: free text. */
  field: string | null;
  operator: Operator;
  value: Value;
  /** Offset in the search text, for messages. */
  start: number;
}

/** A search text that cannot be read, or asks for something that does not exist. */
export class QueryError extends Error {
  override name = 'QueryError';
  /** Offset in the search text, from 0. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(`${message} (at character ${position + 1})`);
    this.position = position;
  }
}

/** Deeper nesting is nobody's search, and would only exhaust the stack. */
const deepest = 50;

/**
 * Reads a search text: terms joined by AND, OR, NOT (in any case) and parentheses. NOT binds tightest, then AND, then
 * terms standing side by side (which means AND too), then OR.
 * @throws {QueryError}
 */
export function parseQuery(text: string): Query {
  if (text.includes('\0')) {
    throw new QueryError('a NUL character cannot be searched for', text.indexOf('\0'));
  }
  const trimmed = text.trim();
  if (trimmed === '') {
    return { type: 'all' };
  }
  if (/^(?:and|or)$/i.test(trimmed)) {
    return { type: 'term', field: null, operator: ':', value: { kind: 'text', text: trimmed }, start: 0 };
  }
  const reader = new Reader(text);
  const query = readOr(reader, 0);
  if (!reader.atEnd()) {
    throw new QueryError('a closing parenthesis without an opening one', reader.position);
  }
  return query;
}

function readOr(reader: Reader, depth: number): Query {
  const items = [readSide(reader, depth)];
  while (reader.take(/or(?![^\s()])/iy)) {
    items.push(readSide(reader, depth));
  }
  return joined('or', items);
}

/** Terms side by side. */
function readSide(reader: Reader, depth: number): Query {
  const items = [readAnd(reader, depth)];
  while (!reader.atEnd() && !reader.sees(/\)|or(?![^\s()])/iy)) {
    items.push(readAnd(reader, depth));
  }
  return joined('and', items);
}

function readAnd(reader: Reader, depth: number): Query {
  const items = [readNot(reader, depth)];
  while (reader.take(/and(?![^\s()])/iy)) {
    items.push(readNot(reader, depth));
  }
  return joined('and', items);
}

function readNot(reader: Reader, depth: number): Query {
  if (depth > deepest) {
    throw new QueryError('the search is nested too deep', reader.position);
  }
  if (reader.take(/not(?![^\s()])/iy)) {
    return { type: 'not', item: readNot(reader, depth + 1) };
  }
  const opened = reader.position;
  if (reader.take(/\(/y)) {
    const query = readOr(reader, depth + 1);
    if (!reader.take(/\)/y)) {
      throw new QueryError('an opening parenthesis without a closing one', opened);
    }
    return query;
  }
  return readTerm(reader);
}

/** Names of protocols are no fields, so that a URL is free text. */
const fieldPattern = /(?!http|ftp|mailto)([a-z_]+)\s*(:(?:=|<=|<|>=|>)?)\s*(?=[^\s)])/iy;
const keyword = /(?:and|or|not)(?![^\s()])/iy;

function readTerm(reader: Reader): Term {
  const start = reader.position;
  if (reader.atEnd() || reader.sees(/\)/y) || reader.sees(keyword)) {
    throw new QueryError('a search term is missing', start);
  }
  const head = reader.take(fieldPattern);
  const [, name = '', operator = ':'] = head ?? [];
  if (head && reader.sees(/\(/y)) {
    throw new QueryError(`"${name}" cannot be followed by a parenthesis`, reader.position);
  }
  const value = readValue(reader, head !== null);
  return {
    type: 'term',
    field: head ? name.toLowerCase() : null,
    operator: operator as Operator,
    value,
    start,
  };
}

function readValue(reader: Reader, ofField: boolean): Value {
  const regex = ofField
    ? (reader.take(/r"((?:[^"\\]|\\.)*)"/sy) ?? reader.take(/r'((?:[^'\\]|\\.)*)'/sy))
    : null;
  if (regex) {
    return { kind: 'regex', pattern: (regex[1] ?? '').replace(/\\(["'])/g, '$1') };
  }
  const quoted = reader.take(/"((?:[^"\\]|\\.)*)"/sy) ?? reader.take(/'((?:[^'\\]|\\.)*)'/sy);
  if (quoted) {
    return { kind: 'text', text: readEscapes(quoted[1] ?? '') };
  }
  const range = ofField ? reader.take(/\[\s*([\w:.-]+)\s+to\s+([\w:.-]+)\s*\]/iy) : null;
  if (range) {
    return { kind: 'range', from: range[1] ?? '', to: range[2] ?? '' };
  }
  const word = reader.take(/[^\s()](?:[^\s"']*[^\s"')])?/y);
  if (!word) {
    throw new QueryError('a search term is missing', reader.position);
  }
  return { kind: 'text', text: word[0] };
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

function readEscapes(text: string): string {
  return text.replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char);
}

function joined(type: 'and' | 'or', items: Query[]): Query {
  const [only] = items;
  return items.length === 1 && only ? only : { type, items };
}

/** The search text and how far it has been read; white space between tokens is skipped. */
class Reader {
  #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  get position(): number {
    return this.#position;
  }

  atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Whether the sticky `pattern` matches here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    return pattern.test(this.#text);
  }

  /** Reads over the sticky `pattern`, if it matches here, and the white space after it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) {
      this.#position += match[0].length;
      this.#skipSpace();
    }
    return match;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#position] ?? '')) {
      this.#position += 1;
    }
  }
}
