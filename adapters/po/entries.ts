import type { Catalog, Entry, Problem } from '../adapter.ts';
import { itemContext, itemIdentity, type PoDocument, type PoKind } from './document.ts';
import { findField, parsePluralForms } from './header.ts';
import type { PoItem } from './scan.ts';

/** The strings of a PO file. */
export function readCatalog(document: PoDocument, kind: PoKind): Catalog {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  for (const item of document.items) {
    const identity = itemIdentity(item, kind);
    const first = lines.get(identity);
    if (first === undefined) {
      lines.set(identity, item.line);
      entries.push(readEntry(item, kind));
    } else {
      const message = `${JSON.stringify(item.id.value)} stands on line ${first} already; that one is used`;
      problems.push({ kind: 'duplicate', line: item.line, message });
    }
  }
  return { entries, plural: pluralOf(document), problems };
}

/** Whether the entry is marked as needing an edit. */
export function isFuzzy(item: PoItem): boolean {
  return item.comments.some(({ kind, text }) => kind === 'flags' && splitFlags(text).includes('fuzzy'));
}

/** The words between the commas of a flags line. */
export function splitFlags(text: string): string[] {
  return text
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== '');
}

/** The plural rule in the header; null without one. */
export function pluralOf({ text, header }: PoDocument): { number: number; formula: string } | null {
  const field = header && findField(text, header, 'Plural-Forms');
  return field ? parsePluralForms(field.value) : null;
}

function readEntry(item: PoItem, kind: PoKind): Entry {
  const { id, idPlural, strings, line } = item;
  const notes: string[] = [];
  const references: string[] = [];
  const flags: string[] = [];
  for (const comment of item.comments) {
    if (comment.kind === 'reference') {
      references.push(...splitReferences(comment.text));
    } else if (comment.kind === 'flags') {
      flags.push(...splitFlags(comment.text));
    } else if (comment.kind !== 'previous') {
      notes.push(readNote(comment.text));
    }
  }
  return {
    context: itemContext(item, kind),
    source: kind === 'monolingual' ? [] : [id.value, ...(idPlural ? [idPlural.value] : [])],
    target: strings.map(({ value }) => value),
    plural: idPlural !== null,
    state: flags.includes('fuzzy') ? 'fuzzy' : 'translated',
    // In a monolingual file it would be an old key.
    previousSource: kind === 'monolingual' ? [] : readPrevious(item),
    note: notes.join('\n').trim(),
    location: references.join(', '),
    flags: flags.filter((flag) => flag !== 'fuzzy').join(', '),
    explanation: '',
    line,
  };
}

/** The space after the mark is not part of a comment. */
function readNote(text: string): string {
  return (text.startsWith(' ') ? text.slice(1) : text).trimEnd();
}

/** File names that hold spaces stand between U+2068 and U+2069. */
function splitReferences(text: string): string[] {
  const trimmed = text.trim();
  // Most lines name one place; those with several are split below.
  if (!/\s/.test(trimmed)) {
    return trimmed === '' ? [] : [trimmed];
  }
  if (!text.includes('\u2068')) {
    return text.split(/\s+/).filter((reference) => reference !== '');
  }
  return text.match(/(?:\u2068[^\u2069]*\u2069|\S)+/g) ?? [];
}

/** `#| msgid "…"` and `#| msgid_plural "…"` with their continuation lines; a previous context is not kept. */
function readPrevious({ comments }: PoItem): string[] {
  const texts: { keyword: string; value: string }[] = [];
  for (const { kind, previous } of comments) {
    if (kind !== 'previous' || !previous) {
      continue;
    }
    const last = texts.at(-1);
    if (previous.keyword !== '' || !last) {
      texts.push({ ...previous });
    } else {
      last.value += previous.value;
    }
  }
  return texts.filter(({ keyword }) => keyword !== 'msgctxt').map(({ value }) => value);
}
