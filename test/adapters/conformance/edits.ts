import type { ExecutionContext } from 'ava';
import {
  type Adapter,
  type ApplyOptions,
  type Edit,
  type Entry,
  FormatError,
  identityOf,
} from '../../../adapters/adapter.ts';
import { applyVerified } from '../../../adapters/edit.ts';
import type { Family } from '../families/family.ts';
import { changedLines, linesOf } from './changed-lines.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/** One file of one format. */
export interface Case {
  adapter: Adapter;
  family: Family;
  /** Name of the fixture it was made of; '' for one made up by the suite. */
  file: string;
  bytes: Uint8Array;
  options: ApplyOptions;
}

/** An edit of `entry` to other forms, in the state it has. */
export function setTo({ context, source, state }: Entry, target: string[]): SetEdit {
  return { type: 'set', context, source, target, state };
}

/** An edit that gives every form of `entry` the same text. */
export function setAll(entry: Entry, text: string): SetEdit {
  return setTo(
    entry,
    entry.target.map(() => text),
  );
}

/** What an entry says, wherever it stands. */
export function meaning(entry: Entry): Entry {
  return { ...entry, line: 0 };
}

/** Strings that an edit may change. */
export function editable(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ state }) => state !== 'readonly');
}

/** Sets one string to `text` and back, or sees it refused, and looks at everything else. */
export function checkEdit(t: ExecutionContext, subject: Case, entry: Entry, text: string): void {
  const { adapter, family, file, bytes, options } = subject;
  const edit = setAll(entry, text);
  const what = `${identityOf(adapter, entry)} set to ${JSON.stringify(text)}`;
  if (family.holds && !family.holds(text, file)) {
    t.throws(() => adapter.apply(bytes, [edit], options), { instanceOf: FormatError }, what);
    return;
  }
  const before = adapter.parse(bytes, options).entries;

  const written = adapter.apply(bytes, [edit], options);
  const after = adapter.parse(written, options).entries;
  const restored = adapter.apply(written, [setTo(entry, entry.target)], options);

  const expected = before.map((other) =>
    sameString(other, entry) ? { ...other, target: edit.target } : other,
  );
  t.deepEqual(after.map(meaning), expected.map(meaning), what);
  t.deepEqual(adapter.parse(restored, options).entries.map(meaning), before.map(meaning), what);
  checkPlace(t, subject, before, entry, written, what);

  function sameString(a: Entry, b: Entry): boolean {
    return identityOf(adapter, a) === identityOf(adapter, b);
  }
}

/** `entries` with `added` somewhere among them, which reads back as it was written. */
export function checkAdded(
  t: ExecutionContext,
  adapter: Adapter,
  entries: readonly Entry[],
  others: readonly Entry[],
  added: SetEdit,
): void {
  const found = entries.find((entry) => identityOf(adapter, entry) === identityOf(adapter, added));
  t.deepEqual(found?.target, added.target);
  t.deepEqual(entries.filter((entry) => entry !== found).map(meaning), others.map(meaning));
}

/** A file without strings takes its first one. */
export function checkFirst(t: ExecutionContext, { adapter, family, bytes, options }: Case): void {
  if (family.newString && adapter.add) {
    const written = applyVerified(adapter, bytes, [family.newString], options);
    checkAdded(t, adapter, adapter.parse(written, options).entries, [], family.newString);
  }
}

/** Only lines of the edited entry differ: from its first leading line to before the next entry. */
function checkPlace(
  t: ExecutionContext,
  { family, bytes }: Case,
  entries: readonly Entry[],
  entry: Entry,
  written: Uint8Array,
  what: string,
): void {
  const changed = changedLines(bytes, written, family.revisions);
  if (entry.line === 0 || !changed) {
    return;
  }
  const lines = linesOf(bytes);
  const next = Math.min(...entries.map(({ line }) => line).filter((line) => line > entry.line));
  const first = withLeading(entry.line);
  const last = Number.isFinite(next) ? Math.max(entry.line, withLeading(next) - 1) : lines.length;
  t.true(
    changed.from >= first && changed.to <= last,
    `${what}: lines ${changed.from} to ${changed.to} changed`,
  );

  function withLeading(line: number): number {
    let start = line;
    while (start > 1 && family.leadingLine?.test(lines[start - 2]!)) {
      start -= 1;
    }
    return start;
  }
}
