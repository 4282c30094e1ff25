import { type Comment, type Node, type Pair, parseLines } from 'dot-properties';
import { FormatError } from '../adapter.ts';
import { lineFinder, lineStart } from '../text/lines.ts';
import { unescapeProperties } from './escapes.ts';

/** A key with its value, and where they stand. */
export interface Property {
  key: string;
  value: string;
  keyStart: number;
  keyEnd: number;
  /** After the separator; on the next line when the separator is continued there. */
  valueStart: number;
  valueEnd: number;
  /** Comments straight above it, without `#` or `!`, a line each. */
  comments: string[];
  /** Start of its first line, comments included. */
  start: number;
  /** Line of the key. */
  line: number;
}

/** All pairs in file order, with duplicates. @throws {FormatError} on a `\u` without four digits, as Java does. */
export function scanProperties(text: string): Property[] {
  const lineOf = lineFinder(text);
  const properties: Property[] = [];
  // A backslash that ends the file means nothing; with it, a value could not be followed by anything.
  const end = text.length - (/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-longestTail)) ? 1 : 0);
  let comments: Comment[] = [];
  for (const node of parseLines(oneLineEnd(text), true)) {
    if (isComment(node)) {
      comments.push(node);
      continue;
    }
    if (isPair(node)) {
      const range = node.range!.map((offset) => Math.min(offset, end));
      const [keyStart, keyEnd, valueStart, valueEnd] = range as [number, number, number, number];
      const line = lineOf(keyStart);
      properties.push({
        key: unescaped(text.slice(keyStart, keyEnd), line),
        value: unescaped(text.slice(valueStart, valueEnd), line),
        keyStart,
        keyEnd,
        valueStart,
        valueEnd,
        comments: comments.map(({ comment }) => commentText(comment)),
        start: lineStart(text, comments[0]?.range?.[0] ?? keyStart),
        line,
      });
    }
    comments = [];
  }
  return properties;
}

const longestTail = 1000;

/** After the line end behind `offset`. */
export function nextLine(text: string, offset: number): number {
  return offset + /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(offset))![0].length;
}

/**
 * The parser takes only LF after a continued key or separator. The text it gets has LF alone, in the same places: a
 * form feed is white space, and white space at the start of a line means nothing.
 */
function oneLineEnd(text: string): string {
  return text.replaceAll('\r\n', '\n\f').replaceAll('\r', '\n');
}

function unescaped(raw: string, line: number): string {
  const value = unescapeProperties(raw);
  if (value === null) {
    throw new FormatError('\\u needs four hexadecimal digits', line);
  }
  return value;
}

/** Tools that write ASCII only escape comments as they do texts; a backslash before anything else is itself. */
function commentText(comment: string): string {
  return comment
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .slice(1)
    .trim();
}

function isComment(node: Node): node is Comment {
  return node.type === 'COMMENT';
}

function isPair(node: Node): node is Pair {
  return node.type === 'PAIR';
}
