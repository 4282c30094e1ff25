import { identityOf } from '../adapter.ts';
import { decodeText, type TextFile } from '../text/encoding.ts';
import { readCharset } from './charset.ts';
import { type PoItem, type PoText, scanPo } from './scan.ts';

/** How strings are named: by `msgctxt` and `msgid` as source, or by both as a key. */
export type PoKind = 'bilingual' | 'monolingual';

/** A PO file that was read, and where everything stands in its text. */
export interface PoDocument {
  file: TextFile;
  text: string;
  /** Line end of new lines. */
  eol: string;
  /** The entry whose `msgid` is empty. */
  header: PoItem | null;
  /** All strings in file order, later ones of the same identity too. */
  items: PoItem[];
  obsolete: { start: number; end: number }[];
}

/** @throws {FormatError} */
export function openPo(bytes: Uint8Array): PoDocument {
  const charset = readCharset(bytes);
  const file = decodeText(bytes, charset);
  const { text } = file;
  const { items, obsolete } = scanPo(text, (escaped) => decodeText(escaped, charset).text);
  const header = items.find(isHeader) ?? null;
  const strings = items.filter((item) => !isHeader(item));
  return { file, text, eol: lineEndOf(text), header, items: strings, obsolete };
}

/** What tells the strings of a file apart, in the form of `identityOf`. */
export function itemIdentity(item: PoItem, kind: PoKind): string {
  const identity = kind === 'monolingual' ? 'context' : 'context+source';
  return identityOf({ identity }, { context: itemContext(item, kind), source: [item.id.value] });
}

/** The key of a string in a monolingual file, else its `msgctxt`. */
export function itemContext(item: PoItem, kind: PoKind): string {
  const context = item.context?.value ?? '';
  if (kind === 'bilingual') {
    return context;
  }
  return context && item.id.value ? `${context}${keyJoint}${item.id.value}` : context || item.id.value;
}

/** Stands between `msgctxt` and `msgid` in a key, as gettext joins them in its binary files. */
export const keyJoint = '\u0004';

/** The pieces of a text between their quotes, still escaped. */
export function rawPieces(document: PoDocument, { start, end }: PoText): string[] {
  // A quote before a line end always closes a piece: pieces hold no line ends.
  return document.text.slice(start + 1, end - 1).split(/"[ \t]*(?:\r\n|\n|\r)\s*"/);
}

/** In a file with LF, a CR of its own is no line end. */
function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? (text.includes('\r') ? '\r' : '\n');
}

function isHeader(item: PoItem): boolean {
  return item.context === null && item.id.value === '';
}
