import { action } from '../models/actions.ts';
import type { OperationResult } from './component-jobs.ts';
import { removeOtherRefs, removeUntracked } from './git-commit.ts';
import { recordRepositoryChange } from './repository-change.ts';
import type { Workplace } from './workplace.ts';

/** Deletes what does not belong into the working copy: untracked files, other branches, tags. Edits stay. */
export async function cleanup(place: Workplace): Promise<OperationResult> {
  const { ctx, folder, owner, git } = place;
  await removeOtherRefs(folder, owner.branch, git);
  for (const path of await removeUntracked(folder, git)) {
    ctx.log(`removed ${path}`);
  }
  await ctx.commit((trx) => recordRepositoryChange(trx, place, action.REPO_CLEANUP, {}));
  return { result: true };
}
