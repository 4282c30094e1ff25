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
 * Whether git's merge by lines, which is checked out, did right by the strings of the files that both sides had changed: the
 * files can be read, have each string once, and every string says what the one side says that changed it. To git all empty
 * translations are the same line, and it may take that of one string for that of another.
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
      if (
        !(await isReadable(place, target, versions, path)) ||
        !(await keepsSides(place, target, versions, path))
      ) {
        return false;
      }
    }
  }
  return true;
}

async function isReadable(
  place: Workplace,
  target: MergeTarget,
  { upstream, merged }: Versions,
  path: string,
): Promise<boolean> {
  const known = await countDuplicates(place, target, upstream, path);
  const found = await countDuplicates(place, target, merged, path);
  return found !== null && (known === null || found <= known);
}

/** From each side the result differs only in what the other one changed, and no string differs from both. */
async function keepsSides(
  place: Workplace,
  target: MergeTarget,
  { base, ours, upstream, merged }: Versions,
  path: string,
): Promise<boolean> {
  const between = (before: Snapshot, after: Snapshot) => differing(place, target, path, before, after);
  const [fromOurs, fromUpstream] = [await between(ours, merged), await between(upstream, merged)];
  const [weChanged, theyChanged] = [await between(base, ours), await between(base, upstream)];
  if (!fromOurs || !fromUpstream || !weChanged || !theyChanged) {
    return true;
  }
  const isOurs = (name: string) => weChanged.has(name) && !fromOurs.has(name);
  return [...fromUpstream].every(isOurs) && [...fromOurs].every((name) => theyChanged.has(name));
}

/** Names of the strings that differ; null: one of the versions lacks the file or has one that cannot be read. */
async function differing(
  place: Workplace,
  target: MergeTarget,
  path: string,
  before: Snapshot,
  after: Snapshot,
): Promise<Set<string> | null> {
  if (!before.hashes.has(path) || !after.hashes.has(path)) {
    return null;
  }
  try {
    const { changes } = await place.services.pool.changes(
      {
        format: target.component.file_format,
        before: await before.read(path),
        after: await after.read(path),
        options: await targetOptions(target, after),
      },
      { signal: place.ctx.signal },
    );
    return new Set(changes.map(({ context, source }) => JSON.stringify([context, ...source])));
  } catch (error) {
    if (error instanceof FormatError) {
      return null;
    }
    throw error;
  }
}

/** Null: the file cannot be read. */
async function countDuplicates(
  place: Workplace,
  target: MergeTarget,
  snapshot: Snapshot,
  path: string,
): Promise<number | null> {
  const { component } = target;
  try {
    const { problems } = await place.services.pool.read(
      {
        format: component.file_format,
        bytes: await snapshot.read(path),
        options: await targetOptions(target, snapshot),
        sourceLanguage: component.source_language.code,
      },
      { signal: place.ctx.signal },
    );
    return problems.filter(({ kind }) => kind === 'duplicate').length;
  } catch (error) {
    if (error instanceof FormatError) {
      return null;
    }
    throw error;
  }
}
