import { type Splice, splice } from '../text/splice.ts';
import { itemIdentity, openPo, type PoDocument } from './document.ts';
import { splitFlags } from './entries.ts';
import type { PoComment, PoCommentKind, PoItem } from './scan.ts';

/** Comments that programs write, in the order of gettext. */
const described: readonly PoCommentKind[] = ['extracted', 'reference', 'flags'];
const marks = new Map<PoCommentKind, string>([
  ['extracted', '#.'],
  ['reference', '#:'],
  ['flags', '#,'],
]);

/**
 * A bilingual file with the notes, places and flags that a template has for its strings. What translators wrote, the mark of
 * unfinished work and former sources stay, and so does every entry of which the template says the same. @throws {FormatError}
 */
export function describePo(bytes: Uint8Array, template: Uint8Array): Uint8Array {
  const document = openPo(bytes);
  const models = new Map<string, PoItem>();
  for (const item of openPo(template).items) {
    const identity = itemIdentity(item, 'bilingual');
    models.set(identity, models.get(identity) ?? item);
  }
  const splices: Splice[] = [];
  for (const item of document.items) {
    const model = models.get(itemIdentity(item, 'bilingual'));
    if (model && described.some((kind) => said(item, kind) !== said(model, kind))) {
      splices.push(newComments(document, item, model));
    }
  }
  return splices.length === 0 ? bytes : document.file.encode(splice(document.text, splices));
}

/** What the comments of one kind say, however they are laid out. */
function said(item: PoItem, kind: PoCommentKind): string {
  const texts = item.comments.filter((comment) => comment.kind === kind).map(({ text }) => text);
  if (kind === 'flags') {
    return texts
      .flatMap(splitFlags)
      .filter((flag) => flag !== 'fuzzy')
      .join(',');
  }
  return kind === 'reference' ? texts.join(' ').trim().replace(/\s+/g, ' ') : texts.join('\n').trimEnd();
}

function newComments({ text, eol }: PoDocument, item: PoItem, model: PoItem): Splice {
  const own = (kind: PoCommentKind) =>
    item.comments.filter((comment) => comment.kind === kind).map(({ start, end }) => text.slice(start, end));
  const isFuzzy = item.comments.some(
    (comment) => comment.kind === 'flags' && splitFlags(comment.text).includes('fuzzy'),
  );
  const lines = [
    ...own('translator'),
    ...described.flatMap((kind) => linesOf(model, kind, isFuzzy)).map((line) => line + eol),
    ...own('previous'),
  ];
  return { start: item.comments[0]?.start ?? item.keywords, end: item.keywords, text: lines.join('') };
}

function linesOf({ comments }: PoItem, kind: PoCommentKind, isFuzzy: boolean): string[] {
  const found = comments.filter((comment) => comment.kind === kind);
  if (kind !== 'flags') {
    return found.map((comment: PoComment) => `${marks.get(kind)}${comment.text}`);
  }
  const flags = found.flatMap(({ text }) => splitFlags(text)).filter((flag) => flag !== 'fuzzy');
  const all = isFuzzy ? ['fuzzy', ...flags] : flags;
  return all.length === 0 ? [] : [`${marks.get(kind)} ${all.join(', ')}`];
}
