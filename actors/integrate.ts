import { matchMask } from '../languages/mask.ts';
import { mergeMessage } from './commit-message.ts';
import type { MergeMethod } from './component-jobs.ts';
import { changedFiles, mergeBase } from './git-history.ts';
import { integrate } from './git-integrate.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Brings upstream's commits and ours together and gives the new head.
 *
 * What git cannot merge line by line is refused as a whole for now: this is the place where a merge string by string
 * (adapters/merge.ts) takes over, which knows that two translators of neighbouring lines are not in each other's way.
 * @throws {GitError} conflict or failed; the working copy is then as it was before
 */
export async function bringTogether(
  place: Workplace,
  upstream: string,
  method: MergeMethod,
): Promise<string> {
  return integrate(place.folder, {
    ...place.git,
    style: method,
    branch: place.owner.branch,
    upstream,
    message: await mergeMessage(place),
    committer: place.services.committer,
    date: place.ctx.createdAt,
  });
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
