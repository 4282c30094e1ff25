import { action } from '../models/actions.ts';
import { clearAlert, raiseAlert } from './alerts.ts';
import { isBranchName } from './branch-name.ts';
import { isLocal, sourceRemote } from './component-remote.ts';
import { fillRepository, type Upload } from './create-from-upload.ts';
import { createRepository, resetTo } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { runGit } from './git-process.ts';
import { readRef } from './git-refs.ts';
import { cloneInto } from './git-remote.ts';
import { commitHead } from './head.ts';
import { JobFailed } from './job.ts';
import { recoverCopy } from './recovery.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { readStatus, saveStatus } from './repository-status.ts';
import { type HeadState, restoreHead } from './restore-head.ts';
import { verifyRemote } from './verify.ts';
import { createCopy, hasCopy } from './working-copy.ts';
import type { Workplace } from './workplace.ts';

/**
 * `ready`: with all commits it ever had. `renewed`: made anew without its own commits, because the database does not have
 * them. `stranded`: without them, because upstream has lost what they build on.
 */
export type CopyState = 'ready' | 'renewed' | 'stranded';

/**
 * Makes the working copy fit to work in: there, on its branch, as its newest commit says. What a crash left under way is
 * ended; commits stay. What was lost comes from the remote and, as far as it was not pushed, from the database.
 * @param upload what a repository of our own starts with
 * @throws {GitError} @throws {RepositoryUrlError} when it cannot be cloned
 */
export async function openCopy(place: Workplace, upload?: Upload): Promise<CopyState> {
  const { ctx, folder, owner, git } = place;
  const isThere = await hasCopy(folder);
  if (!isThere) {
    await cloneCopy(place, upload);
  }
  let state: HeadState;
  try {
    await adoptBranch(place);
    for (const operation of await recoverCopy(folder, owner.branch, git)) {
      const details = { recovery: true, operation };
      await ctx.commit((trx) => recordRepositoryChange(trx, place, action.REPO_CLEANUP, details));
    }
    await resetTo(folder, 'HEAD', git);
    state = await restoreHead(place, !isThere);
  } catch (error) {
    if (error instanceof GitError) {
      const details = { error: error.message };
      await ctx.commit((trx) => raiseAlert(trx, place, 'RepositoryOperationFailure', details));
    }
    throw error;
  }
  await ctx.commit((trx) => clearAlert(trx, place, 'RepositoryOperationFailure'));
  if (state === 'stranded') {
    return state;
  }
  return state === 'unknown' && !isThere ? 'renewed' : 'ready';
}

/** @throws {JobFailed} on `repo` or `branch` @throws {GitError} @throws {RepositoryUrlError} */
export async function cloneCopy(place: Workplace, upload?: Upload): Promise<void> {
  const { ctx, folder, owner, git, services } = place;
  await settleBranch(place);
  ctx.step('clone');
  if (isLocal(place)) {
    const { committer } = services;
    await createCopy(folder, async (part) => {
      await createRepository(part, owner.branch, committer, ctx.createdAt, git);
      if (upload) {
        await fillRepository(place, part, upload);
      }
    });
    return;
  }
  const remote = await sourceRemote(place);
  const progress = (percent: number, stage: string) => {
    if (stage === 'Receiving objects') {
      ctx.progress(percent / 5);
    }
  };
  await createCopy(folder, (part) => cloneInto(part, remote, owner.branch, { ...git, progress }));
}

/** Without a branch in the settings it is the one that the remote names. */
async function settleBranch(place: Workplace): Promise<void> {
  const { ctx, owner } = place;
  const branch = isLocal(place) ? owner.branch || 'main' : await verifyRemote(place);
  if (!isBranchName(branch)) {
    throw new JobFailed(`"${branch}" is not the name of a branch.`, { attr: 'branch' });
  }
  if (branch !== owner.branch) {
    await ctx.commit((trx) => trx('components').where('id', owner.id).update({ branch }));
    owner.branch = branch;
  }
}

/** After the setting was changed, what is here goes on under the new name: local commits stay. */
async function adoptBranch({ folder, owner, git }: Workplace): Promise<void> {
  if ((await readRef(folder, `refs/heads/${owner.branch}`)) !== null) {
    return;
  }
  const list = ['for-each-ref', '--format=%(refname:short)', '--count=1', 'refs/heads'];
  const current = (await runGit(folder, { ...git, args: list })).trim();
  await runGit(folder, { ...git, args: ['branch', '-m', '--', current, owner.branch] });
}

/** Writes down what the working copy is like now: answers about it are given without looking. */
export async function refreshStatus(place: Workplace): Promise<void> {
  const { folder, owner, git } = place;
  const subject = { branch: owner.branch, pushBranch: owner.push_branch, isLocal: isLocal(place) };
  const facts = await readStatus(folder, subject, git);
  await commitHead(place, (trx) => saveStatus(trx, owner.id, facts));
}
