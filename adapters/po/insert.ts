import { type Edit, FormatError } from '../adapter.ts';
import type { Splice } from '../text/splice.ts';
import { itemIdentity, keyJoint, type PoDocument, type PoKind } from './document.ts';
import type { PoItem } from './scan.ts';
import type { PoWriting } from './string.ts';
import { quotePo } from './wrap.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/**
 * Splices that add new strings: after the string that stands before them in the template and in the file, else
 * after the last string. Obsolete entries stay at the end.
 * @param strings by identity, none of them in the file.
 * @param removed items that the same write takes away.
 * @throws {FormatError} when a string cannot stand in a PO file.
 */
export function insertStrings(
  writing: PoWriting,
  kind: PoKind,
  strings: ReadonlyMap<string, SetEdit>,
  removed: ReadonlySet<PoItem>,
  template: PoDocument | null,
): Splice[] {
  const { document } = writing;
  const kept = document.items.filter((item) => !removed.has(item));
  const splices: Splice[] = [];
  const placed = new Set<string>();
  let place = document.header?.end ?? kept[0]?.start ?? startOf(document);
  const ends = new Map(kept.map((item) => [itemIdentity(item, kind), item.end]));
  for (const model of template?.items ?? []) {
    const identity = itemIdentity(model, kind);
    const edit = strings.get(identity);
    place = ends.get(identity) ?? place;
    if (edit && !placed.has(identity)) {
      placed.add(identity);
      splices.push(entryAt(writing, place, newEntry(writing, kind, edit, model), splices.at(-1)));
    }
  }
  const end = kept.at(-1)?.end ?? document.header?.end ?? startOf(document);
  for (const [identity, edit] of strings) {
    if (!placed.has(identity)) {
      splices.push(entryAt(writing, end, newEntry(writing, kind, edit, null), splices.at(-1)));
    }
  }
  return splices;
}

/** Where a file without any string gets its first one. */
function startOf({ obsolete, text }: PoDocument): number {
  return obsolete[0]?.start ?? text.length;
}

/**
 * A new entry between others: a blank line before it, and after it where the next entry follows at once.
 * @param last the splice before; one at the same place has ended with its blank line or without
 */
function entryAt({ document }: PoWriting, start: number, entry: string, last: Splice | undefined): Splice {
  const { text, eol } = document;
  const before = text.slice(Math.max(0, start - 4), start);
  const follows = last?.start === start;
  if (!follows && before !== '' && !before.endsWith('\n') && !before.endsWith('\r')) {
    return { start, end: start, text: `${eol}${eol}${entry}` };
  }
  const isBlankAfter = /^(?:[ \t]*(?:\r|\n)|\s*$)/.test(text.slice(start, start + 200));
  const isBlankBefore = follows ? !isBlankAfter : before === '' || /(?:\n\n|\r\n\r\n|\r\r)$/.test(before);
  return { start, end: start, text: `${isBlankBefore ? '' : eol}${entry}${isBlankAfter ? '' : eol}` };
}

function newEntry(
  { document, wrapping, plurals }: PoWriting,
  kind: PoKind,
  edit: SetEdit,
  model: PoItem | null,
): string {
  const { context, id, idPlural } = namesOf(kind, edit, model);
  const isFuzzy = edit.state === 'fuzzy' && edit.target.some((form) => form !== '');
  const flags = [isFuzzy ? 'fuzzy' : '', edit.flags ?? ''].filter((flag) => flag !== '').join(', ');
  const lines = (edit.note ?? '').split('\n').map((line) => `#. ${line}`.trimEnd());
  const parts = edit.note ? lines : [];
  parts.push(...referenceLines(edit.location ?? ''));
  if (flags !== '') {
    parts.push(`#, ${flags}`);
  }
  const add = (keyword: string, text: string) =>
    parts.push(`${keyword} ${quotePo(keyword, text, wrapping, document.eol)}`);
  if (context !== null) {
    add('msgctxt', context);
  }
  add('msgid', id);
  if (idPlural === null) {
    add('msgstr', edit.target[0] ?? '');
  } else {
    add('msgid_plural', idPlural);
    const count = Math.max(plurals, edit.target.length);
    for (let index = 0; index < count; index += 1) {
      add(`msgstr[${index}]`, edit.target[index] ?? '');
    }
  }
  return parts.map((part) => part + document.eol).join('');
}

/** As many references on a line as gettext puts there. */
const referenceWidth = 78;

function referenceLines(location: string): string[] {
  const lines: string[] = [];
  for (const reference of location.split(', ').filter((text) => text !== '')) {
    const last = lines.at(-1);
    if (last && last.length + 1 + reference.length <= referenceWidth) {
      lines[lines.length - 1] = `${last} ${reference}`;
    } else {
      lines.push(`#: ${reference}`);
    }
  }
  return lines;
}

function namesOf(kind: PoKind, edit: SetEdit, model: PoItem | null) {
  if (model) {
    const { context, id, idPlural } = model;
    return { context: context?.value ?? null, id: id.value, idPlural: idPlural?.value ?? null };
  }
  if (kind === 'bilingual') {
    const [id = '', idPlural = null] = edit.source;
    if (id === '' && edit.context === '') {
      throw new FormatError('a string without source text cannot be added: it would be the header');
    }
    return { context: edit.context === '' ? null : edit.context, id, idPlural };
  }
  if (edit.context === '') {
    throw new FormatError('a string without key cannot be added');
  }
  const [first = '', second] = edit.context.split(keyJoint);
  const id = second ?? first;
  return { context: second === undefined ? null : first, id, idPlural: edit.target.length > 1 ? id : null };
}
