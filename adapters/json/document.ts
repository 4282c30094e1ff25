import { printParseErrorCode, visit } from 'jsonc-parser';
import { FormatError } from '../adapter.ts';

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A value of a JSON text and where it stands. */
export class JsonNode {
  readonly type: JsonType;
  /** `[start, end)` is the value itself, with quotes or brackets. */
  readonly start: number;
  end: number;
  /** From 1. */
  readonly line: number;
  /** Decoded text of a string, '' for every other type. */
  readonly text: string;
  readonly parent: JsonNode | null;
  /** Decoded key, or the index in an array; 0 for the root. */
  readonly key: string | number;
  /** Start and end of the key with its quotes; without a key, both are `start`. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Place in the parent, from 0. */
  readonly position: number;
  /** Of an object or an array, in file order, with duplicates. */
  readonly members: JsonNode[] = [];
  #byKey: Map<string | number, JsonNode[]> | undefined;

  constructor(type: JsonType, token: Token, text: string, parent: JsonNode | null, key: KeyToken | null) {
    this.type = type;
    this.start = token.start;
    this.end = token.start + token.length;
    this.line = token.line + 1;
    this.text = text;
    this.parent = parent;
    this.position = parent?.members.length ?? 0;
    this.key = key?.text ?? this.position;
    this.keyStart = key?.start ?? token.start;
    this.keyEnd = key?.end ?? token.start;
  }

  /** The first member with this key, or the item with this index. */
  member(key: string | number): JsonNode | undefined {
    return this.membersOf(key)[0];
  }

  /** All members with this key. Keys come from files, so they are looked up in a Map and never in an object. */
  membersOf(key: string | number): readonly JsonNode[] {
    this.#byKey ??= Map.groupBy(this.members, (member) => member.key);
    return this.#byKey.get(key) ?? [];
  }
}

interface Token {
  start: number;
  length: number;
  /** From 0. */
  line: number;
}

interface KeyToken {
  text: string;
  start: number;
  end: number;
}

/** Deeper files are refused: the parser works by recursion, and no translation file needs half of this. */
const deepest = 200;

/**
 * Reads strict JSON, without comments and trailing commas.
 * @returns the root, or null when there is nothing but white space.
 * @throws {FormatError}
 */
export function parseJson(text: string): JsonNode | null {
  const open: JsonNode[] = [];
  let key: KeyToken | null = null;
  let root: JsonNode | null = null;

  function add(type: JsonType, token: Token, value = ''): JsonNode {
    const parent = open.at(-1) ?? null;
    const node = new JsonNode(type, token, value, parent, key);
    parent?.members.push(node);
    root ??= node;
    key = null;
    return node;
  }

  function begin(type: JsonType, token: Token): void {
    if (open.length === deepest) {
      throw new FormatError(`values are nested more than ${deepest} levels deep`, token.line + 1);
    }
    open.push(add(type, token));
  }

  function end(start: number, length: number): void {
    open.pop()!.end = start + length;
  }

  visit(
    text,
    {
      onObjectBegin: (start, length, line) => begin('object', { start, length, line }),
      onObjectProperty: (name, start, length) => {
        key = { text: name, start, end: start + length };
      },
      onObjectEnd: end,
      onArrayBegin: (start, length, line) => begin('array', { start, length, line }),
      onArrayEnd: end,
      onLiteralValue: (value: unknown, start, length, line) => {
        add(typeOf(value), { start, length, line }, typeof value === 'string' ? value : '');
      },
      onError: (code, start, length, line) => {
        throw new FormatError(reason(printParseErrorCode(code), text.slice(start, start + length)), line + 1);
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: true },
  );
  return root;
}

function typeOf(value: unknown): JsonType {
  return value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
}

const expected = new Map([
  ['PropertyNameExpected', 'a key in double quotes'],
  ['ValueExpected', 'a value'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBraceExpected', '"}"'],
  ['CloseBracketExpected', '"]"'],
  ['EndOfFileExpected', 'the end of the file'],
]);

const faults = new Map([
  ['InvalidCommentToken', 'JSON has no comments'],
  ['InvalidNumberFormat', 'not a number'],
  ['UnexpectedEndOfNumber', 'the number is cut off'],
  ['UnexpectedEndOfString', 'the string has no closing quote on its line'],
  ['InvalidUnicode', 'a \\u escape needs four hexadecimal digits'],
  ['InvalidEscapeCharacter', 'unknown escape in a string'],
  ['InvalidCharacter', 'a control character in a string must be escaped'],
]);

function reason(code: string, token: string): string {
  const found = token === '' ? 'the end of the file' : JSON.stringify(token.slice(0, 50));
  const wanted = expected.get(code);
  return wanted ? `expected ${wanted}, found ${found}` : (faults.get(code) ?? `unexpected ${found}`);
}
