import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { asCommitter, headOf, type Identity } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { countCommits, split, statusText } from './git-history.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { checkedOut } from './git-refs.ts';

export type MergeStyle = 'merge' | 'rebase' | 'merge_noff';

export interface Integration extends GitOptions {
  style: MergeStyle;
  /** The local branch, which is checked out. */
  branch: string;
  /** What to bring in: a full hash or `refs/remotes/origin/<branch>`. */
  upstream: string;
  /** Message of the merge commit, if one is made. */
  message: string;
  committer: Identity;
  /** Date of the merge commit and, as committer date, of commits that are moved. */
  date: Date;
}

/**
 * Brings upstream's commits into the local branch and gives the new head. `rebase` puts the local commits on top of them;
 * `merge` makes a merge commit whose first parent is upstream, unless one side has nothing of its own; `merge_noff` makes
 * one whenever there are local commits.
 * @throws {GitError} conflict, with the files; the working copy is then as it was before
 */
export async function integrate(folder: string, integration: Integration): Promise<string> {
  const { style, branch, upstream, message, committer, date, ...options } = integration;
  const { outgoing, missing } = await countCommits(folder, 'HEAD', upstream, options);
  if (missing === 0) {
    return headOf(folder);
  }
  const env = asCommitter(committer, date);
  try {
    if (outgoing === 0) {
      await runGit(folder, { ...options, args: ['merge', '--ff-only', upstream] });
    } else if (style === 'rebase') {
      await runGit(folder, { ...options, env, args: ['rebase', '--no-autostash', '--no-verify', upstream] });
    } else {
      await runGit(folder, { ...options, args: ['checkout', '--detach', upstream, '--'] });
      const merge = ['merge', '--no-ff', '--no-verify', `--message=${message}`, `refs/heads/${branch}`];
      await runGit(folder, { ...options, env: { ...env, ...sameAuthor(env) }, args: merge });
      await runGit(folder, { ...options, args: ['checkout', '-B', branch, '--'] });
    }
  } catch (error) {
    if (!(error instanceof GitError)) {
      throw error;
    }
    const conflicts = await unmergedFiles(folder, options);
    const status = await statusText(folder, branch, options);
    await undoUnfinished(folder, branch, options);
    const kind = conflicts.length > 0 ? 'conflict' : error.kind;
    throw new GitError(kind, error.message, { conflicts, status, cause: error });
  }
  return headOf(folder);
}

/**
 * Ends a merge or rebase that is under way (one that a crash cut off, too) and checks `branch` out as it was before.
 * Gives what it ended.
 */
export async function undoUnfinished(
  folder: string,
  branch: string,
  options: GitOptions = {},
): Promise<('merge' | 'rebase')[]> {
  const undone: ('merge' | 'rebase')[] = [];
  if ((await has(folder, 'rebase-merge')) || (await has(folder, 'rebase-apply'))) {
    await abortRebase(folder, options);
    undone.push('rebase');
  }
  const merging = await has(folder, 'MERGE_HEAD');
  if (merging || (await checkedOut(folder)) !== `refs/heads/${branch}`) {
    // Also ends the merge: it works on a detached HEAD, the branch itself has not moved.
    await runGit(folder, { ...options, args: ['checkout', '--force', branch, '--'] });
  }
  if (merging) {
    undone.push('merge');
  }
  return undone;
}

/** A rebase that was cut off before it had written all it needs cannot be aborted: then its state is dropped. */
async function abortRebase(folder: string, options: GitOptions): Promise<void> {
  try {
    await runGit(folder, { ...options, args: ['rebase', '--abort'] });
  } catch (error) {
    if (!(error instanceof GitError)) {
      throw error;
    }
    await runGit(folder, { ...options, args: ['rebase', '--quit'] });
  }
}

async function unmergedFiles(folder: string, options: GitOptions): Promise<string[]> {
  const args = ['diff', '--name-only', '--diff-filter=U', '-z'];
  return split(await runGit(folder, { ...options, args }));
}

function sameAuthor(env: Record<string, string>): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: env.GIT_COMMITTER_NAME ?? '',
    GIT_AUTHOR_EMAIL: env.GIT_COMMITTER_EMAIL ?? '',
    GIT_AUTHOR_DATE: env.GIT_COMMITTER_DATE ?? '',
  };
}

async function has(folder: string, name: string): Promise<boolean> {
  return access(join(folder, '.git', name)).then(
    () => true,
    () => false,
  );
}
