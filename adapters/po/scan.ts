import { FormatError } from '../adapter.ts';
import { PoCursor } from './cursor.ts';

/** The quoted text after a keyword, with the pieces it may be continued in. */
export interface PoText {
  /** Decoded, all pieces together. */
  value: string;
  /** From the first quote to after the last one. */
  start: number;
  end: number;
}

export type PoCommentKind = 'translator' | 'extracted' | 'reference' | 'flags' | 'previous';

/** One comment line of an entry. */
export interface PoComment {
  kind: PoCommentKind;
  /** What follows the mark (`#.`, `#:` …), and where. */
  text: string;
  textStart: number;
  /** What a `#|` line says; `keyword` is '' where it continues the line before. */
  previous: { keyword: string; value: string } | null;
  /** The whole line with its line end. */
  start: number;
  end: number;
  line: number;
}

/** One entry of a PO file and where it stands. */
export interface PoItem {
  /** All of its lines, from its first comment, with the last line end. */
  start: number;
  end: number;
  /** Start of the line of the first keyword. */
  keywords: number;
  /** Line of the first keyword. */
  line: number;
  comments: PoComment[];
  context: PoText | null;
  id: PoText;
  idPlural: PoText | null;
  /** One without `idPlural`, else one per `msgstr[n]` in order. */
  strings: PoText[];
}

export interface PoFile {
  items: PoItem[];
  /** Spans of entries that are kept as comments (`#~`), with their own comments. */
  obsolete: { start: number; end: number }[];
}

/** Mark after `#`, and what the comment is; any other one is a translator's. */
const commentKinds = new Map<string, PoCommentKind>([
  ['.', 'extracted'],
  [':', 'reference'],
  [',', 'flags'],
  // Flags that tools may not change; written so since gettext 0.25.
  ['=', 'flags'],
  ['|', 'previous'],
]);

/**
 * Finds the entries of a PO file. As in gettext, line breaks between the parts of an entry mean nothing. Comments
 * belong to the entry after them; a block of translator comments that a blank line ends belongs to none.
 * @param decodeBytes reads bytes written as octal or hexadecimal escapes, in the charset of the file.
 * @throws {FormatError}
 */
export function scanPo(text: string, decodeBytes: (bytes: Uint8Array) => string): PoFile {
  const cursor = new PoCursor(text, decodeBytes);
  const file: PoFile = { items: [], obsolete: [] };
  let comments: PoComment[] = [];
  for (;;) {
    const blankLines = cursor.skipSpace();
    if (blankLines && comments.every(({ kind }) => kind === 'translator')) {
      comments = [];
    }
    const mark = cursor.peek();
    if (mark === '') {
      return file;
    }
    if (mark !== '#') {
      file.items.push(readItem(cursor, comments));
      comments = [];
      continue;
    }
    const comment = readComment(cursor);
    if (comment) {
      comments.push(comment);
    } else {
      const start = comments[0]?.start ?? cursor.lineStart;
      skipObsolete(cursor);
      file.obsolete.push({ start, end: cursor.position });
      comments = [];
    }
  }
}

/** The comment line at the cursor; null, without moving, at an obsolete entry. */
function readComment(cursor: PoCursor): PoComment | null {
  const { text, position, lineStart, line } = cursor;
  const second = text.charAt(position + 1);
  if (second === '~') {
    return null;
  }
  const kind = commentKinds.get(second) ?? 'translator';
  const mark = kind === 'translator' ? 1 : 2;
  const content = cursor.takeLine().slice(mark);
  const previous = kind === 'previous' ? readPrevious(cursor, content, line) : null;
  const textStart = position + mark;
  return { kind, text: content, textStart, previous, start: lineStart, end: cursor.position, line };
}

const previousPattern =
  /^[ \t]*(?:(?<keyword>msgctxt|msgid|msgid_plural)[ \t]*)?"(?<raw>(?:[^"\\]|\\.)*)"\s*$/;

function readPrevious(cursor: PoCursor, content: string, line: number) {
  const groups = previousPattern.exec(content)?.groups;
  if (!groups) {
    throw new FormatError('expected msgctxt, msgid or msgid_plural and a quoted text after #|', line);
  }
  return { keyword: groups.keyword ?? '', value: cursor.unescape(groups.raw ?? '', line) };
}

/** Obsolete entries are left as they are, so only their extent matters: `#~` lines that follow each other. */
function skipObsolete(cursor: PoCursor): void {
  while (cursor.text.startsWith('#~', cursor.position)) {
    cursor.takeLine();
  }
}

function readItem(cursor: PoCursor, comments: PoComment[]): PoItem {
  const keywords = cursor.lineStart;
  const { line } = cursor;
  let keyword = cursor.takeKeyword();
  let context: PoText | null = null;
  if (keyword === 'msgctxt') {
    context = cursor.takeText();
    keyword = cursor.takeKeyword();
  }
  if (keyword !== 'msgid') {
    throw new FormatError(`expected msgid, found ${keyword}`, line);
  }
  const id = cursor.takeText();
  let idPlural: PoText | null = null;
  keyword = cursor.takeKeyword('msgstr');
  if (keyword === 'msgid_plural') {
    idPlural = cursor.takeText();
    keyword = cursor.takeKeyword('msgstr[0]');
  }
  const strings = idPlural ? readForms(cursor, keyword) : [readString(cursor, keyword)];
  const start = comments[0]?.start ?? keywords;
  cursor.endLine();
  return { start, end: cursor.position, keywords, line, comments, context, id, idPlural, strings };
}

function readString(cursor: PoCursor, keyword: string): PoText {
  if (keyword !== 'msgstr') {
    throw new FormatError(`expected msgstr, found ${keyword}`, cursor.line);
  }
  return cursor.takeText();
}

function readForms(cursor: PoCursor, first: string): PoText[] {
  const strings: PoText[] = [];
  let keyword: string | null = first;
  while (keyword !== null) {
    if (keyword !== `msgstr[${strings.length}]`) {
      throw new FormatError(`expected msgstr[${strings.length}], found ${keyword}`, cursor.line);
    }
    strings.push(cursor.takeText());
    keyword = cursor.takeForm();
  }
  return strings;
}
