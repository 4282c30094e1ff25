import { type Adapter, type Catalog, type Entry, type FileOptions, FormatError } from '../adapter.ts';
import { entriesByIdentity, sameText } from '../merge.ts';
import { formatOf, parseFile } from './file.ts';
import { flagProblems } from './read.ts';

/** The versions of a file that meet in a merge by lines; null: there is none. */
export interface SoundRequest {
  format: string;
  base: Uint8Array | null;
  ours: Uint8Array | null;
  upstream: Uint8Array | null;
  merged: Uint8Array | null;
  options: FileOptions;
}

export interface SoundResult {
  isSound: boolean;
}

/**
 * Whether a merge by lines did right by the strings of a file: it can be read, no string is there more often than
 * upstream has it, and each says what the one side says that changed it. Where another version cannot be read, there is
 * nothing to compare.
 */
export function judgeMerge({ format, base, ours, upstream, merged, options }: SoundRequest): SoundResult {
  const adapter = formatOf(format);
  const read = (bytes: Uint8Array | null) => readIfPossible(adapter, bytes, options);
  const result = read(merged);
  if (!result || !hasReadableFlags(result)) {
    return { isSound: false };
  }
  const theirs = read(upstream);
  if (theirs && countDuplicates(result) > countDuplicates(theirs)) {
    return { isSound: false };
  }
  const [former, own] = [read(base), read(ours)];
  if (!theirs || !former || !own) {
    return { isSound: true };
  }
  const [before, we, they, now] = [former, own, theirs, result].map((catalog) =>
    entriesByIdentity(adapter, catalog),
  );
  const names = new Set([before, we, they, now].flatMap((strings) => [...strings!.keys()]));
  const isRight = (name: string) =>
    keepsSides(before!.get(name), we!.get(name), they!.get(name), now!.get(name));
  return { isSound: names.values().every(isRight) };
}

type Version = Entry | undefined;

/** From each side the result differs only in what the other one changed, and no string differs from both. */
function keepsSides(before: Version, ours: Version, upstream: Version, merged: Version): boolean {
  if (!differs(ours, merged)) {
    return !differs(upstream, merged) || differs(before, ours);
  }
  return !differs(upstream, merged) && differs(before, upstream);
}

function differs(a: Version, b: Version): boolean {
  return a && b ? !sameText(a, b) : a !== b;
}

function readIfPossible(adapter: Adapter, bytes: Uint8Array | null, options: FileOptions): Catalog | null {
  return bytes && orNull(() => parseFile(adapter, bytes, options));
}

function hasReadableFlags({ entries }: Catalog): boolean {
  return orNull(() => flagProblems(entries)) !== null;
}

/** Null: the file does not allow it. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) {
      return null;
    }
    throw error;
  }
}

function countDuplicates({ problems }: Catalog): number {
  return problems.filter(({ kind }) => kind === 'duplicate').length;
}
