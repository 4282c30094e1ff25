import { type ApplyOptions, type Edit, identityOf } from '../adapter.ts';
import { type Splice, splice } from '../text/splice.ts';
import { charsetOf, isAscii } from './charset.ts';
import { itemIdentity, openPo, type PoDocument, type PoKind } from './document.ts';
import { pluralOf } from './entries.ts';
import { findField, setFields } from './header.ts';
import { editedFields, unicodeType } from './header-fields.ts';
import { insertStrings } from './insert.ts';
import { wrappingOf } from './layout.ts';
import type { PoItem } from './scan.ts';
import { type PoWriting, setString } from './string.ts';

/** The file with `edits` in it. @throws {FormatError} */
export function applyPo(
  kind: PoKind,
  bytes: Uint8Array,
  edits: readonly Edit[],
  options: ApplyOptions,
): Uint8Array {
  const document = openPo(bytes);
  const splices = editStrings(document, kind, edits, options);
  if (splices.length === 0) {
    return bytes;
  }
  return document.file.encode(splice(document.text, [...editHeader(document, splices, options), ...splices]));
}

function editHeader(document: PoDocument, splices: readonly Splice[], options: ApplyOptions): Splice[] {
  const { text, header, eol } = document;
  if (!header) {
    return [];
  }
  const fields = editedFields(document, header, options);
  const type = unicodeType(text, header);
  if (type && saysAscii(document, header) && splices.some((edit) => /[^\0-\x7f]/.test(edit.text))) {
    fields.set('Content-Type', type);
  }
  return setFields(text, header, fields, eol);
}

function editStrings(
  document: PoDocument,
  kind: PoKind,
  edits: readonly Edit[],
  options: ApplyOptions,
): Splice[] {
  const identity = kind === 'monolingual' ? 'context' : 'context+source';
  const latest = new Map(edits.map((edit) => [identityOf({ identity }, edit), edit]));
  const missing = new Map<string, SetEdit>();
  for (const [key, edit] of latest) {
    if (edit.type === 'set') {
      missing.set(key, edit);
    }
  }
  const plurals = pluralOf(document)?.number ?? options.plural.number;
  const writing: PoWriting = {
    document,
    wrapping: wrappingOf(document, options.params.po_line_wrap),
    plurals,
  };
  const splices: Splice[] = [];
  const removed = new Set<PoItem>();
  for (const item of document.items) {
    const key = itemIdentity(item, kind);
    const edit = latest.get(key);
    if (edit?.type === 'remove') {
      removed.add(item);
    } else if (edit && missing.delete(key)) {
      splices.push(...setString(writing, item, edit.target, edit.state));
    }
  }
  splices.push(...removeSpans(document, [...removed]));
  if (missing.size > 0) {
    const template = options.template ? openPo(options.template) : null;
    splices.push(...insertStrings(writing, kind, missing, removed, template));
  }
  return splices;
}

type SetEdit = Extract<Edit, { type: 'set' }>;

/**
 * Splices that take entries away, each with the blank line after it, at the end of the file with that before it. Any
 * other blank line may keep a comment above from the entry below.
 */
export function removeSpans(
  { text }: PoDocument,
  spans: readonly { start: number; end: number }[],
): Splice[] {
  const splices: Splice[] = [];
  let position = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const after = /[ \t]*(?:\r\n|\n|\r)/y;
    after.lastIndex = end;
    const blank = after.exec(text)?.[0] ?? '';
    const from = end === text.length ? start - blankBefore(text.slice(position, start)) : start;
    splices.push({ start: from, end: end + blank.length, text: '' });
    position = end + blank.length;
  }
  return splices;
}

/** Length of the blank line at the end of `text`. */
function blankBefore(text: string): number {
  const match = /(?:\r\n|\n|\r)(?<blank>[ \t]*(?:\r\n|\n|\r))$/.exec(text);
  return match?.groups?.blank?.length ?? 0;
}

/** Such a file must say UTF-8 before it holds anything else. */
function saysAscii({ text }: PoDocument, header: PoItem): boolean {
  return isAscii(charsetOf(findField(text, header, 'Content-Type')?.value ?? ''));
}
