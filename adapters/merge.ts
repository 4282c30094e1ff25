import { type Adapter, type Catalog, type Edit, type Entry, type EntryState, identityOf } from './adapter.ts';
import type { NamedText } from './renames.ts';

/** What one version of a file says of a string. */
export interface Text {
  target: string[];
  state: EntryState;
}

/** One string that differs between two versions of a file; null: that version does not have it. */
export interface StringChange {
  context: string;
  source: string[];
  before: Text | null;
  after: Text | null;
  /** For inserting it elsewhere. */
  note: string;
  flags: string;
  explanation: string;
}

/** A change of ours to repeat on another version of the file. */
export interface ReplayedChange extends StringChange {
  /** What the string went through on our side: `before` and `after` of this and earlier changes. */
  known: (Text | null)[];
  /** What it went through afterwards. */
  later: (Text | null)[];
}

/** What repeating changes on a file comes to. Numbers index the changes given. */
export interface Replay {
  edits: Edit[];
  /** Changes in `edits` whose string the file had, and those whose string it gains. */
  changed: number[];
  added: number[];
  /** The file already says so, such as after a squash merge. */
  settled: number[];
  /** The file says something that was never ours: it stays. */
  conflicts: number[];
  /** The file no longer has the string. */
  lost: number[];
}

/** What differs from `before` to `after`, string by string; order, comments and layout do not count. */
export function changesBetween(
  adapter: Pick<Adapter, 'identity'>,
  before: Catalog | null,
  after: Catalog | null,
): StringChange[] {
  const changes: StringChange[] = [];
  const old = entriesByIdentity(adapter, before);
  for (const entry of after?.entries ?? []) {
    const identity = identityOf(adapter, entry);
    const original = old.get(identity);
    old.delete(identity);
    if (!original || !sameText(original, entry)) {
      changes.push(changeOf(entry, original ?? null, entry));
    }
  }
  for (const original of old.values()) {
    changes.push(changeOf(original, original, null));
  }
  return changes;
}

/**
 * Repeats `changes` on another version of the file, the one of upstream. A string that says there what it once said on our
 * side gets our newest text; one that says anything else was changed by somebody and stays. How upstream came to its text
 * (merge, squash, rebase, by hand) makes no difference: only contents are compared.
 * @param renamed names that strings have in that version, by the identity that they had when they were changed
 */
export function replayChanges(
  adapter: Pick<Adapter, 'identity' | 'remove' | 'add'>,
  upstream: Catalog | null,
  changes: readonly ReplayedChange[],
  renamed: ReadonlyMap<string, NamedText> = new Map(),
): Replay {
  const replay: Replay = { edits: [], changed: [], added: [], settled: [], conflicts: [], lost: [] };
  const current = entriesByIdentity(adapter, upstream);
  for (const [index, made] of changes.entries()) {
    const change = current.has(identityOf(adapter, made)) ? made : rename(adapter, made, renamed);
    const entry = current.get(identityOf(adapter, change)) ?? null;
    const outcome = decide(adapter, entry, change);
    replay[outcome].push(index);
    if (outcome === 'changed' || outcome === 'added') {
      replay.edits.push(editOf(change, entry));
    }
  }
  return replay;
}

/** The change under the name that its string has now. A file that does not tell the source has none to give. */
function rename(
  adapter: Pick<Adapter, 'identity'>,
  change: ReplayedChange,
  renamed: ReadonlyMap<string, NamedText>,
): ReplayedChange {
  const name = renamed.get(identityOf(adapter, change));
  if (!name) {
    return change;
  }
  const source = change.source.length > 0 ? [...name.source] : [];
  return { ...change, context: name.context, source };
}

function decide(
  adapter: Pick<Adapter, 'remove' | 'add'>,
  current: Entry | null,
  { before, after, known, later }: ReplayedChange,
): Exclude<keyof Replay, 'edits'> {
  if (!current) {
    if (!after) {
      return 'settled';
    }
    return before === null && adapter.add ? 'added' : 'lost';
  }
  if ([after, ...later].some((text) => text && sameText(text, current))) {
    return 'settled';
  }
  const isOurs = known.some((text) => (text ? sameText(text, current) : !isTranslated(current)));
  if (!after) {
    return isOurs && adapter.remove ? 'changed' : 'settled';
  }
  if (before === null && !isTranslated(after)) {
    return 'settled';
  }
  return isOurs ? 'changed' : 'conflicts';
}

function changeOf(entry: Entry, before: Entry | null, after: Entry | null): StringChange {
  const { context, source, note, flags, explanation } = entry;
  return { context, source, before: textOf(before), after: textOf(after), note, flags, explanation };
}

function textOf(entry: Entry | null): Text | null {
  return entry && { target: entry.target, state: entry.state };
}

function editOf(
  { context, source, after, note, flags, explanation }: StringChange,
  current: Entry | null,
): Edit {
  if (!after) {
    return { type: 'remove', context, source };
  }
  return { type: 'set', context, source: current?.source ?? source, ...after, note, flags, explanation };
}

/** The strings of a file by what tells them apart. */
export function entriesByIdentity(
  adapter: Pick<Adapter, 'identity'>,
  catalog: Catalog | null,
): Map<string, Entry> {
  return new Map(catalog?.entries.map((entry) => [identityOf(adapter, entry), entry]));
}

function isTranslated({ target }: Text): boolean {
  return target.some((form) => form !== '');
}

/** Equal as far as a translator is concerned; missing plural forms count as empty ones. */
export function sameText(a: Text, b: Text): boolean {
  const forms = Math.max(a.target.length, b.target.length);
  for (let form = 0; form < forms; form += 1) {
    if ((a.target[form] ?? '') !== (b.target[form] ?? '')) {
      return false;
    }
  }
  return a.state === b.state || (!isTranslated(a) && !isTranslated(b));
}
