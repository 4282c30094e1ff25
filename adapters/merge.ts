import { type Adapter, type Catalog, type Edit, type Entry, identityOf } from './adapter.ts';

/** A string that both sides changed differently: the upstream text stays, ours is handed to the caller. */
export interface Conflict {
  context: string;
  source: string[];
  ours: string[];
  upstream: string[];
}

/** An edit of ours whose string upstream no longer has. */
export interface Lost {
  context: string;
  source: string[];
  ours: string[];
}

/** What replaying our edits on the upstream file comes to. */
export interface StringMerge {
  /** Edits for the upstream file; empty when it already says what we say. */
  edits: Edit[];
  /** Strings of `edits` that upstream did not have, and those it had. */
  added: number;
  changed: number;
  /** Our edits that upstream already holds, such as after a squash merge. */
  settled: number;
  conflicts: Conflict[];
  lost: Lost[];
}

/**
 * Replays what changed from `base` to `ours`, string by string, on `upstream`. Each side is the parsed file, `null` when
 * it does not exist there. Only texts and states travel: comments, order and layout are upstream's.
 *
 * A string both sides changed keeps upstream's text, unless both wrote the same. One that upstream removed stays removed.
 * Whether upstream got its text by a merge, a squash or by hand makes no difference: only contents are compared.
 */
export function mergeStrings(
  adapter: Pick<Adapter, 'identity' | 'remove'>,
  base: Catalog | null,
  ours: Catalog,
  upstream: Catalog | null,
): StringMerge {
  const merge: StringMerge = { edits: [], added: 0, changed: 0, settled: 0, conflicts: [], lost: [] };
  const before = entriesByIdentity(adapter, base);
  const theirs = entriesByIdentity(adapter, upstream);
  for (const entry of ours.entries) {
    const identity = identityOf(adapter, entry);
    const original = before.get(identity);
    before.delete(identity);
    if (original === undefined ? !isTranslated(entry) && theirs.has(identity) : sameText(original, entry)) {
      continue;
    }
    replay(merge, entry, original, theirs.get(identity));
  }
  for (const [identity, original] of before) {
    const current = theirs.get(identity);
    if (adapter.remove && current && sameText(original, current)) {
      merge.edits.push({ type: 'remove', context: original.context, source: original.source });
      merge.changed += 1;
    }
  }
  return merge;
}

function replay(
  merge: StringMerge,
  ours: Entry,
  original: Entry | undefined,
  upstream: Entry | undefined,
): void {
  const { context, source } = ours;
  if (!upstream) {
    if (original) {
      merge.lost.push({ context, source, ours: ours.target });
      return;
    }
    merge.edits.push(editOf(ours));
    merge.added += 1;
    return;
  }
  if (sameText(upstream, ours)) {
    merge.settled += 1;
    return;
  }
  const untouched = original ? sameText(upstream, original) : !isTranslated(upstream);
  if (!untouched) {
    merge.conflicts.push({ context, source, ours: ours.target, upstream: upstream.target });
    return;
  }
  merge.edits.push(editOf({ ...ours, source: upstream.source }));
  merge.changed += 1;
}

function editOf({ context, source, target, state, note, flags, explanation }: Entry): Edit {
  return { type: 'set', context, source, target, state, note, flags, explanation };
}

function entriesByIdentity(adapter: Pick<Adapter, 'identity'>, catalog: Catalog | null): Map<string, Entry> {
  return new Map(catalog?.entries.map((entry) => [identityOf(adapter, entry), entry]));
}

function isTranslated(entry: Entry): boolean {
  return entry.target.some((form) => form !== '');
}

/** Equal as far as a translator is concerned; missing plural forms count as empty ones. */
function sameText(a: Entry, b: Entry): boolean {
  const forms = Math.max(a.target.length, b.target.length);
  for (let form = 0; form < forms; form += 1) {
    if ((a.target[form] ?? '') !== (b.target[form] ?? '')) {
      return false;
    }
  }
  return a.state === b.state || (!isTranslated(a) && !isTranslated(b));
}
