import {
  type Adapter,
  type ApplyOptions,
  type Catalog,
  type Edit,
  type Entry,
  type EntryState,
  FormatError,
  identityOf,
} from './adapter.ts';

/**
 * Applies `edits`, reads the result again and checks that it says what was asked: edited strings read back equal,
 * all other strings are what they were and in the same order. Edits that change nothing are left out; with none
 * left, `bytes` itself is returned. Of several edits of one string the last one counts.
 * @throws {FormatError} when the file or an edit is refused, or the result does not read back as asked.
 */
export function applyVerified(
  adapter: Adapter,
  bytes: Uint8Array,
  edits: readonly Edit[],
  options: ApplyOptions,
): Uint8Array {
  const latest = new Map(edits.map((edit) => [identityOf(adapter, edit), edit]));
  const before = byIdentity(adapter, adapter.parse(bytes, options));
  const asked =
    adapter.writes === 'everything'
      ? latest
      : new Map([...latest].filter(([key, edit]) => !isDone(adapter, edit, before.get(key))));
  if (asked.size === 0) {
    return bytes;
  }
  for (const [key, edit] of asked) {
    checkAllowed(adapter, edit, before.has(key));
  }
  const written = adapter.apply(bytes, [...asked.values()], options);
  const after = byIdentity(adapter, adapter.parse(written, options));
  for (const [key, edit] of asked) {
    if (!isDone(adapter, edit, after.get(key))) {
      throw new FormatError(`${quote(edit)} did not read back as written`, after.get(key)?.line);
    }
  }
  if (adapter.writes === 'edits') {
    checkOthers(before, after, asked);
  }
  return written;
}

/** Whether the file already says what `edit` asks for. States that the format cannot store are not compared. */
export function isDone(adapter: Adapter, edit: Edit, entry: Entry | undefined): boolean {
  if (edit.type === 'remove') {
    return entry === undefined;
  }
  return (
    entry !== undefined &&
    sameForms(entry.target, edit.target) &&
    (edit.target.every((form) => form === '') ||
      storedState(adapter, entry.state) === storedState(adapter, edit.state))
  );
}

function storedState(adapter: Adapter, state: EntryState): EntryState {
  return adapter.stores.includes(state) ? state : 'translated';
}

/** Empty forms at the end say nothing: a file may list more or fewer of them. */
function sameForms(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    if ((a[index] ?? '') !== (b[index] ?? '')) {
      return false;
    }
  }
  return true;
}

function checkAllowed(adapter: Adapter, edit: Edit, exists: boolean): void {
  if (edit.type === 'remove' && !adapter.remove) {
    throw new FormatError(`${adapter.name}: strings cannot be removed`);
  }
  if (edit.type === 'set' && !exists && !adapter.add && adapter.writes === 'edits') {
    throw new FormatError(`${quote(edit)} is not in the file, and ${adapter.name} files cannot be extended`);
  }
}

function checkOthers(before: Map<string, Entry>, after: Map<string, Entry>, asked: Map<string, Edit>): void {
  const old = [...before].filter(([key]) => !asked.has(key));
  // Formats with arrays fill the places before an inserted item, and an empty string says nothing new.
  const kept = [...after].filter(
    ([key, { target }]) => !asked.has(key) && (before.has(key) || target.some((form) => form !== '')),
  );
  for (const [index, [key, entry]] of old.entries()) {
    const [keptKey, keptEntry] = kept[index] ?? [];
    if (key !== keptKey || !keptEntry || !sameEntry(entry, keptEntry)) {
      throw new FormatError(`writing would change ${quote(entry)}, which was not edited`, entry.line);
    }
  }
  const surplus = kept[old.length];
  if (surplus) {
    throw new FormatError(`writing would add ${quote(surplus[1])}, which was not asked for`);
  }
}

/** Everything but the line. Compared field by field: as JSON, 100,000 entries would take a second. */
function sameEntry(a: Entry, b: Entry): boolean {
  return (
    a.context === b.context &&
    sameTexts(a.source, b.source) &&
    sameTexts(a.target, b.target) &&
    a.plural === b.plural &&
    a.state === b.state &&
    sameTexts(a.previousSource, b.previousSource) &&
    a.note === b.note &&
    a.location === b.location &&
    a.flags === b.flags &&
    a.explanation === b.explanation
  );
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function byIdentity(adapter: Adapter, catalog: Catalog): Map<string, Entry> {
  return new Map(catalog.entries.map((entry) => [identityOf(adapter, entry), entry]));
}

function quote({ context, source }: { context: string; source: readonly string[] }): string {
  const name = [context, source[0]].filter(Boolean).join(': ');
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}
