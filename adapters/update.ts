import { type Adapter, type Catalog, type Edit, type Entry, identityOf } from './adapter.ts';
import { renamesBetween } from './renames.ts';

/** The edits that give a file the strings of its template: the removals come first, in a write of their own. */
export interface UpdateEdits {
  removals: Edit[];
  additions: Edit[];
}

/**
 * Compares a bilingual file with a new template, as gettext's merge does: strings that the template lacks go, new ones come
 * without a text. One whose text or context alone is another keeps its translation, and needs editing where the text is. A
 * string that has become a plural, or is none any more, needs editing too.
 */
export function updateEdits(
  adapter: Pick<Adapter, 'identity'>,
  file: Catalog,
  template: Catalog,
): UpdateEdits {
  const present = new Map(file.entries.map((entry) => [identityOf(adapter, entry), entry]));
  const wanted = new Set(template.entries.map((entry) => identityOf(adapter, entry)));
  const renamed = formerEntries(adapter, file, template, present);
  const removals = file.entries.filter((entry) => !wanted.has(identityOf(adapter, entry))).map(removal);
  const additions: Edit[] = [];
  for (const entry of template.entries) {
    const identity = identityOf(adapter, entry);
    const current = present.get(identity);
    if (current && sameForms(current, entry)) {
      continue;
    }
    if (current) {
      removals.push(removal(current));
    }
    additions.push(addition(entry, current ?? renamed.get(identity)));
  }
  return { removals, additions };
}

/** Strings that have another name in the template, by that name. */
function formerEntries(
  adapter: Pick<Adapter, 'identity'>,
  file: Catalog,
  template: Catalog,
  present: ReadonlyMap<string, Entry>,
): Map<string, Entry> {
  const renames = renamesBetween(adapter, file, template);
  return new Map([...renames].map(([gone, added]) => [identityOf(adapter, added), present.get(gone)!]));
}

/** Whether both are plurals with the same texts, or neither is one. */
function sameForms(current: Entry, entry: Entry): boolean {
  return current.plural === entry.plural && sameTexts(current.source, entry.source);
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function removal({ context, source }: Entry): Edit {
  return { type: 'remove', context, source };
}

function addition(entry: Entry, former: Entry | undefined): Edit {
  const { context, source, plural, note, location, flags, explanation } = entry;
  const about = { context, source, note, location, flags, explanation };
  if (!former) {
    return { type: 'set', ...about, target: [''], state: 'translated' };
  }
  const isSame = former.plural === plural && sameTexts(former.source, source);
  const target = plural ? former.target : former.target.slice(0, 1);
  return { type: 'set', ...about, target, state: isSame ? former.state : 'fuzzy' };
}
