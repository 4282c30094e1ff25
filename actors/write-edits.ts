import {
  type Adapter,
  type ApplyOptions,
  type Edit,
  type EntryState,
  FormatError,
} from '../adapters/adapter.ts';
import type { FormatPool } from '../adapters/pool.ts';
import type { PendingChange } from '../models/pending-change.ts';

/** A file and how edits get into it. */
export interface WritableFile {
  pool: FormatPool;
  adapter: Adapter;
  bytes: Uint8Array;
  options: ApplyOptions;
  /** Formats that are built anew need all that is in the file, not only what changes. */
  background: readonly Edit[];
  signal: AbortSignal;
}

/** A row of the queue with the string it edits. */
export type QueuedEdit = PendingChange & { unit: NonNullable<PendingChange['unit']> };

/** Ids of the strings that were added here and are not in the file yet; they may have been edited again since. */
export function addedStrings(rows: readonly QueuedEdit[]): Set<number> {
  return new Set(rows.filter((row) => row.base_target === null).map((row) => row.unit_id));
}

/** What came of writing some edits. */
export interface WrittenEdits {
  bytes: Uint8Array;
  written: QueuedEdit[];
  /** The file has no such string. */
  missing: QueuedEdit[];
  /** The format cannot hold it, and why. */
  refused: { row: QueuedEdit; reason: string }[];
}

/**
 * Writes edits (at most one of each string) into the bytes of a file. One that the format refuses does not keep the others
 * out: it is found by halving.
 * @param added see `addedStrings`
 * @throws {FormatError} when the file itself cannot be read
 */
export async function writeEdits(
  file: WritableFile,
  rows: readonly QueuedEdit[],
  added: ReadonlySet<number>,
): Promise<WrittenEdits> {
  const result: WrittenEdits = { bytes: file.bytes, written: [], missing: [], refused: [] };
  // What was added here has to be inserted; any other string that the file lacks was removed by somebody.
  for (const [insert, group] of [
    [false, rows.filter((row) => !added.has(row.unit_id))],
    [true, rows.filter((row) => added.has(row.unit_id))],
  ] as const) {
    await writeHalves(file, group, insert, result);
  }
  return result;
}

async function writeHalves(
  file: WritableFile,
  rows: readonly QueuedEdit[],
  insert: boolean,
  result: WrittenEdits,
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  try {
    await writeTogether(file, rows, insert, result);
  } catch (error) {
    if (!(error instanceof FormatError)) {
      throw error;
    }
    if (rows.length === 1) {
      await checkReadable(file, result.bytes);
      result.refused.push({ row: rows[0]!, reason: error.message });
      return;
    }
    const middle = rows.length >> 1;
    await writeHalves(file, rows.slice(0, middle), insert, result);
    await writeHalves(file, rows.slice(middle), insert, result);
  }
}

async function writeTogether(
  { pool, adapter, options, background, signal }: WritableFile,
  rows: readonly QueuedEdit[],
  insert: boolean,
  result: WrittenEdits,
): Promise<void> {
  const edits = [...background, ...[...result.written, ...rows].map(editOf)];
  const sent = adapter.writes === 'everything' ? edits : rows.map(editOf);
  const request = { format: adapter.id, bytes: result.bytes, edits: sent, options, insert };
  const { bytes, missing } = await pool.write(request, { signal });
  const lacking = new Set(missing.map(nameOf));
  result.bytes = bytes;
  for (const row of rows) {
    (lacking.has(nameOf(row.unit)) ? result.missing : result.written).push(row);
  }
}

async function checkReadable(
  { pool, adapter, options, signal }: WritableFile,
  bytes: Uint8Array,
): Promise<void> {
  await pool.write({ format: adapter.id, bytes, edits: [], options }, { signal });
}

function editOf({ unit, target, state, explanation }: QueuedEdit): Edit {
  return {
    type: 'set',
    context: unit.context,
    source: unit.source,
    target,
    state: entryState(state),
    note: unit.note,
    flags: unit.flags,
    explanation,
  };
}

/** The state of a string in the words of files. */
export function entryState(state: number): EntryState {
  if (state === 100) {
    return 'readonly';
  }
  if (state === 30) {
    return 'approved';
  }
  return state >= 10 && state < 20 ? 'fuzzy' : 'translated';
}

function nameOf({ context, source }: { context: string; source: readonly string[] }): string {
  return JSON.stringify([context, ...source]);
}
