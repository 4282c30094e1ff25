import { action } from '../models/actions.ts';
import { clearAlert, raiseAlert } from './alerts.ts';
import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { canPush, isLocal, pushRemote } from './component-remote.ts';
import { headOf } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { countCommits } from './git-history.ts';
import { knownCommit, push as pushBranch, type RemoteName } from './git-remote.ts';
import { commitHead } from './head.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { RepositoryUrlError } from './repository-url.ts';
import { settleUnread, update } from './update.ts';
import type { Workplace } from './workplace.ts';

/** Commits what waits and pushes, on top of what is new upstream. */
export async function push(place: Workplace): Promise<OperationResult> {
  if (isLocal(place)) {
    return { result: true };
  }
  if (!canPush(place)) {
    return { result: false, detail: 'Pushing is turned off for this component.' };
  }
  await commitPending(place);
  if (!(await needsPush(place))) {
    return { result: true };
  }
  const updated = await update(place);
  if (!updated.result && targetOf(place).name === 'origin') {
    return updated;
  }
  return pushCommits(place);
}

/** Pushes after commits where the component is set up so. A failure is told by its alert. */
export async function pushIfNeeded(place: Workplace): Promise<void> {
  if (place.owner.push_on_commit && canPush(place) && (await needsPush(place))) {
    await pushCommits(place);
  }
}

/** Whether there are commits that the remote lacks, as far as was known at the last fetch. */
export async function needsPush(place: Workplace): Promise<boolean> {
  const { owner } = place;
  const { name, branch } = targetOf(place);
  if (!(await lacksCommits(place, 'origin', owner.branch))) {
    return false;
  }
  return name === 'origin' || lacksCommits(place, name, branch);
}

async function lacksCommits({ folder, git }: Workplace, name: RemoteName, branch: string): Promise<boolean> {
  const known = await knownCommit(folder, name, branch);
  return known === null || (await countCommits(folder, await headOf(folder), known, git)).outgoing > 0;
}

/** When the remote has moved in between, what is new there is taken over and the push tried once more. */
async function pushCommits(place: Workplace): Promise<OperationResult> {
  await settleUnread(place);
  place.ctx.step('push');
  let error = await tryPush(place);
  if (error instanceof GitError && error.kind === 'rejected') {
    const updated = await update(place);
    error = updated.result ? await tryPush(place) : error;
  }
  if (!error) {
    return { result: true };
  }
  const { message } = error;
  place.ctx.log(message);
  await place.ctx.commit(async (trx) => {
    const { branch } = targetOf(place);
    await recordRepositoryChange(trx, place, action.FAILED_PUSH, { error: message, branch }, message);
    await raiseAlert(trx, place, 'PushFailure', { error: message });
  });
  return { result: false, detail: message };
}

async function tryPush(place: Workplace): Promise<GitError | RepositoryUrlError | null> {
  const { owner, folder, git } = place;
  const { name, branch } = targetOf(place);
  try {
    const remote = await pushRemote(place);
    const known = await knownCommit(folder, name, branch);
    const expected = owner.vcs === 'git-force-push' ? { expected: known ?? '' } : {};
    const revision = await pushBranch(folder, remote, { ...git, name, branch, ...expected });
    await commitHead(place, async (trx) => {
      await recordRepositoryChange(trx, place, action.PUSH, { branch, revision });
      await clearAlert(trx, place, 'RepositoryChanges');
      await clearAlert(trx, place, 'PushFailure');
    });
    return null;
  } catch (error) {
    if (error instanceof GitError || error instanceof RepositoryUrlError) {
      return error;
    }
    throw error;
  }
}

/** The branch to push to. One of its own is known apart from the tracked one. */
function targetOf({ owner }: Workplace): { name: RemoteName; branch: string } {
  const isOwn = owner.push_branch !== '' && owner.push_branch !== owner.branch;
  return isOwn ? { name: 'push', branch: owner.push_branch } : { name: 'origin', branch: owner.branch };
}
