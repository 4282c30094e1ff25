import { FormatError } from '../adapters/adapter.ts';
import { matchMask } from '../languages/mask.ts';
import { mergeMessage } from './commit-message.ts';
import type { MergeMethod } from './component-jobs.ts';
import { headOf, resetTo } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { changedFiles, mergeBase } from './git-history.ts';
import { integrate } from './git-integrate.ts';
import { mergeByStrings } from './merge-strings.ts';
import { type MergeTarget, mergeTargets, targetOptions } from './merge-targets.ts';
import { localHistory } from './our-commits.ts';
import { headSnapshot, type Snapshot, snapshotOf } from './snapshot.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Brings upstream's commits and ours together and gives the new head: by git where it can merge line by line, else string
 * by string. A merge by lines that leaves a translation file which does not read, or has a string twice, does not count; nor
 * may one bring back commits that upstream has taken back.
 * @throws {GitError} when it is not about contents; the working copy is then as it was before
 */
export async function bringTogether(
  place: Workplace,
  upstream: string,
  method: MergeMethod,
): Promise<string> {
  const { folder, git } = place;
  const { hasForeign } = await localHistory(folder, upstream, git);
  if (hasForeign) {
    return mergeByStrings(place, upstream);
  }
  const previous = await headOf(folder);
  const head = await mergeByLines(place, upstream, method);
  if (head !== null && (await isSound(place, previous, upstream))) {
    return head;
  }
  if (head !== null) {
    await resetTo(folder, previous, git);
  }
  place.ctx.log('git cannot merge this line by line; merging string by string');
  return mergeByStrings(place, upstream);
}

/** The new head; null: git found conflicts, and everything is as before. */
async function mergeByLines(place: Workplace, upstream: string, method: MergeMethod): Promise<string | null> {
  try {
    return await integrate(place.folder, {
      ...place.git,
      style: method,
      branch: place.owner.branch,
      upstream,
      message: await mergeMessage(place),
      committer: place.services.committer,
      date: place.ctx.createdAt,
    });
  } catch (error) {
    if (error instanceof GitError && error.kind === 'conflict') {
      return null;
    }
    throw error;
  }
}

/** Whether the translation files that both sides had changed can still be read, each string in them once. */
async function isSound(place: Workplace, ours: string, upstream: string): Promise<boolean> {
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
  const merged = await headSnapshot(place);
  const before = await snapshotOf(place, upstream);
  const targets = await mergeTargets(place);
  for (const path of both.filter((name) => merged.hashes.has(name))) {
    for (const target of targets.get(path) ?? []) {
      const known = await countDuplicates(place, target, before, path);
      const found = await countDuplicates(place, target, merged, path);
      if (found === null || (known !== null && found > known)) {
        return false;
      }
    }
  }
  return true;
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

/** Whether upstream changed a file that a component of the working copy translates or builds on. */
export async function touchesComponents(place: Workplace, upstream: string): Promise<boolean> {
  const base = await mergeBase(place.folder, 'HEAD', upstream, place.git);
  const paths = await changedFiles(place.folder, base ?? 'HEAD', upstream, place.git);
  return paths.some((path) => place.components.some((component) => belongsTo(component, path)));
}

function belongsTo(component: PlacedComponent, path: string): boolean {
  const { template, intermediate, new_base, filemask } = component;
  return [template, intermediate, new_base].includes(path) || matchMask(filemask, path) !== undefined;
}
