import { FormatError } from '../adapters/adapter.ts';
import { changedFiles, mergeBase } from './git-history.ts';
import { type MergeTarget, mergeTargets, targetOptions } from './merge-targets.ts';
import { headSnapshot, type Snapshot, snapshotOf } from './snapshot.ts';
import type { Workplace } from './workplace.ts';

/** The versions of the files that meet in a merge. */
interface Versions {
  base: Snapshot;
  ours: Snapshot;
  upstream: Snapshot;
  merged: Snapshot;
}

/**
 * Whether git's merge by lines, which is checked out, did right by the strings of the files that both sides had
 * changed: the files can be read, have each string once, and every string says what the one side says that changed it.
 * To git all empty translations are the same line, and it may take that of one string for that of another.
 */
export async function isSoundMerge(place: Workplace, ours: string, upstream: string): Promise<boolean> {
  const { folder, git } = place;
  const base = await mergeBase(folder, ours, upstream, git);
  if (base === null) {
    return true;
  }
  const theirs = new Set(await changedFiles(folder, base, upstream, git));
  const both = (await changedFiles(folder, base, ours, git)).filter((path) => theirs.has(path));
  if (both.length === 0) {
    return true;
  }
  const versions: Versions = {
    base: await snapshotOf(place, base),
    ours: await snapshotOf(place, ours),
    upstream: await snapshotOf(place, upstream),
    merged: await headSnapshot(place),
  };
  const targets = await mergeTargets(place);
  for (const path of both.filter((name) => versions.merged.hashes.has(name))) {
    for (const target of targets.get(path) ?? []) {
      if (!(await isSoundFile(place, target, versions, path))) {
        return false;
      }
    }
  }
  return true;
}

/** A file that is too large for being looked at counts as one that cannot be read. */
async function isSoundFile(
  place: Workplace,
  target: MergeTarget,
  { base, ours, upstream, merged }: Versions,
  path: string,
): Promise<boolean> {
  const read = async (version: Snapshot) => (version.hashes.has(path) ? version.read(path) : null);
  const format = target.component.file_format;
  try {
    const options = await targetOptions(target, merged);
    const { isSound } = await place.services.pool.sound(
      { format, base: null, ours: null, upstream: null, merged: null, options },
      {
        signal: place.ctx.signal,
        complete: async () => ({
          base: await read(base),
          ours: await read(ours),
          upstream: await read(upstream),
          merged: await read(merged),
        }),
      },
    );
    return isSound;
  } catch (error) {
    if (error instanceof FormatError) {
      return false;
    }
    throw error;
  }
}
