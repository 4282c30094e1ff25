import { matchMask } from '../languages/mask.ts';
import { mergeMessage } from './commit-message.ts';
import type { MergeMethod } from './component-jobs.ts';
import { headOf, resetTo } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { changedFiles, mergeBase } from './git-history.ts';
import { integrate } from './git-integrate.ts';
import { mergeByStrings } from './merge-strings.ts';
import { localHistory } from './our-commits.ts';
import { isSoundMerge } from './sound-merge.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Brings upstream's commits and ours together and gives the new head: by git where it can merge line by line, else string
 * by string. A merge by lines that `isSoundMerge` does not agree to does not count; nor may one bring back commits that
 * upstream has taken back.
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
  if (head !== null && (await isSoundMerge(place, previous, upstream))) {
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
