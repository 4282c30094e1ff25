import { type EntryState, FormatError } from '../adapter.ts';
import type { Splice } from '../text/splice.ts';
import type { PoDocument } from './document.ts';
import { isFuzzy, splitFlags } from './entries.ts';
import type { PoComment, PoItem } from './scan.ts';
import { type PoWrapping, quotePo } from './wrap.ts';

/** What writing one string needs to know about its file. */
export interface PoWriting {
  document: PoDocument;
  wrapping: PoWrapping;
  /** Number of `msgstr[n]` of a plural string. */
  plurals: number;
}

/**
 * Splices that give an entry a new text and state. Forms that stay equal keep their layout.
 * @throws {FormatError} when the entry is no plural but several forms are given.
 */
export function setString(
  writing: PoWriting,
  item: PoItem,
  target: readonly string[],
  state: EntryState,
): Splice[] {
  const forms = formsFor(item, target, writing.plurals);
  // A text that is not there needs no edit, but a mark that is there already may stay.
  const canBeFuzzy = isFuzzy(item) || forms.some((form) => form !== '');
  return [
    ...setForms(writing, item, forms),
    ...setFuzzy(writing.document, item, state === 'fuzzy' && canBeFuzzy),
  ];
}

/** Splices that take the fuzzy mark, and what the source was before, off an entry. */
export function unmarkFuzzy(item: PoItem): Splice[] {
  const splices: Splice[] = [];
  for (const comment of item.comments) {
    if (comment.kind === 'previous') {
      splices.push({ start: comment.start, end: comment.end, text: '' });
    } else if (comment.kind === 'flags' && splitFlags(comment.text).includes('fuzzy')) {
      splices.push(dropFlag(comment));
    }
  }
  return splices;
}

function formsFor(item: PoItem, target: readonly string[], plurals: number): readonly string[] {
  if (!item.idPlural) {
    if (target.slice(1).some((form) => form !== '')) {
      throw new FormatError(`${JSON.stringify(item.id.value)} has no plural forms`, item.line);
    }
    return [target[0] ?? ''];
  }
  const isEmpty = target.every((form) => form === '');
  const isCurrent =
    target.length === item.strings.length &&
    target.every((form, index) => form === item.strings[index]?.value);
  if (isCurrent) {
    // It may have fewer forms than the language has: nothing to mend until it is edited.
    return target;
  }
  const count = isEmpty ? item.strings.length : Math.max(plurals, target.length);
  return Array.from({ length: count }, (_, index) => target[index] ?? '');
}

function setForms({ document, wrapping }: PoWriting, item: PoItem, forms: readonly string[]): Splice[] {
  const splices: Splice[] = [];
  const last = item.strings.at(-1)!;
  for (const [index, form] of forms.entries()) {
    const keyword = item.idPlural ? `msgstr[${index}]` : 'msgstr';
    const text = item.strings[index];
    if (!text) {
      const quoted = quotePo(keyword, form, wrapping, document.eol);
      splices.push({ start: last.end, end: last.end, text: `${document.eol}${keyword} ${quoted}` });
    } else if (text.value !== form) {
      splices.push({
        start: text.start,
        end: text.end,
        text: quotePo(keyword, form, wrapping, document.eol),
      });
    }
  }
  if (forms.length < item.strings.length) {
    splices.push({ start: item.strings[forms.length - 1]!.end, end: last.end, text: '' });
  }
  return splices;
}

function setFuzzy({ text, eol }: PoDocument, item: PoItem, wanted: boolean): Splice[] {
  if (isFuzzy(item) === wanted) {
    return [];
  }
  if (!wanted) {
    return unmarkFuzzy(item);
  }
  const flags = item.comments.find(({ kind }) => kind === 'flags');
  if (flags) {
    // `#, c-format` becomes `#, fuzzy, c-format`, as gettext orders them.
    const start = flags.textStart;
    return [{ start, end: start, text: ' fuzzy,' }];
  }
  const start = item.comments.find(({ kind }) => kind === 'previous')?.start ?? item.keywords;
  // Takes the next character along: a new entry that is put at this very place goes before the mark.
  return [{ start, end: start + 1, text: `#, fuzzy${eol}${text.charAt(start)}` }];
}

function dropFlag(comment: PoComment): Splice {
  const rest = splitFlags(comment.text).filter((flag) => flag !== 'fuzzy');
  if (rest.length === 0) {
    return { start: comment.start, end: comment.end, text: '' };
  }
  const kept = comment.text.replace(
    /^(?<space>[ \t]*)fuzzy[ \t]*,[ \t]*|[ \t]*,[ \t]*fuzzy(?=[ \t]*(?:,|$))/,
    '$<space>',
  );
  const start = comment.textStart;
  return { start, end: start + comment.text.length, text: kept };
}
