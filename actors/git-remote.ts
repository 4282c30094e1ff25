import { headOf } from './git-commit.ts';
import type { Remote } from './git-environment.ts';
import { GitError } from './git-error.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { readRef } from './git-refs.ts';
import { followingMoves } from './repository-move.ts';

export interface RemoteBranches {
  /** Branch that HEAD names; null in an empty repository and where HEAD names no branch. */
  head: string | null;
  /** Commit of each branch. */
  branches: Map<string, string>;
}

/**
 * Where the state of a remote branch is kept, as `refs/remotes/<name>/<branch>`: `origin` for the branch that is
 * tracked, `push` for another that is pushed to.
 */
export type RemoteName = 'origin' | 'push';

/** Asks the remote what it has. @throws {GitError} auth, unreachable */
export async function remoteBranches(remote: Remote, options: GitOptions = {}): Promise<RemoteBranches> {
  const output = await followingMoves(remote, options.signal, (present) => {
    const args = ['ls-remote', '--symref', '--', present.url, 'HEAD', 'refs/heads/*'];
    return runGit('/', { silence: 60_000, ...options, remote: present, args });
  });
  const branches = new Map<string, string>();
  let head: string | null = null;
  for (const line of output.split('\n')) {
    const symbolic = /^ref: refs\/heads\/(?<name>.+)\tHEAD$/.exec(line)?.groups;
    const branch = /^(?<sha>[0-9a-f]{40,64})\trefs\/heads\/(?<name>.+)$/.exec(line)?.groups;
    head = symbolic?.name ?? head;
    if (branch?.name !== undefined && branch.sha !== undefined) {
      branches.set(branch.name, branch.sha);
    }
  }
  return { head, branches };
}

/**
 * Fills the empty directory `folder` with a repository that has `branch` of the remote, with its whole history, checked
 * out. No address is written to it: every command names its remote itself.
 * @throws {GitError} missing-branch, auth, unreachable
 */
export async function cloneInto(
  folder: string,
  remote: Remote,
  branch: string,
  options: GitOptions = {},
): Promise<void> {
  await runGit(folder, { ...options, args: ['init', '--template=', `--initial-branch=${branch}`] });
  await fetchBranch(folder, remote, branch, options);
  const start = trackingRef('origin', branch);
  await runGit(folder, {
    ...options,
    args: ['checkout', '--force', '--no-track', '-B', branch, start, '--'],
  });
}

/**
 * Gets the newest state of `branch` and gives its commit. Nothing is merged.
 * @throws {GitError} missing-branch, auth, unreachable
 */
export async function fetchBranch(
  folder: string,
  remote: Remote,
  branch: string,
  options: GitOptions = {},
  name: RemoteName = 'origin',
): Promise<string> {
  const target = trackingRef(name, branch);
  await forgetOthers(folder, name, target, options);
  const what = ['--progress', '--no-tags', '--no-write-fetch-head'];
  await followingMoves(remote, options.signal, (present) =>
    runGit(folder, {
      ...options,
      remote: present,
      args: ['fetch', ...what, '--', present.url, `+refs/heads/${branch}:${target}`],
    }),
  );
  const sha = await knownCommit(folder, name, branch);
  if (sha === null) {
    throw new GitError('missing-branch', `The repository has no branch ${branch}.`);
  }
  return sha;
}

/** Commit of a remote branch as of the last fetch or push; null when there was none. */
export function knownCommit(folder: string, name: RemoteName, branch: string): Promise<string | null> {
  return readRef(folder, trackingRef(name, branch));
}

export interface Push extends GitOptions {
  /** Branch of the remote to write. */
  branch: string;
  name: RemoteName;
  /**
   * Overwrite the branch, but only if it still is at this commit ('' = does not exist). Without it nothing that is in
   * the branch can be lost.
   */
  expected?: string;
}

/** Pushes HEAD and gives the commit pushed. @throws {GitError} rejected when the branch has moved, auth, unreachable */
export async function push(folder: string, remote: Remote, options: Push): Promise<string> {
  const { branch, name, expected, ...rest } = options;
  const head = await headOf(folder);
  const target = `refs/heads/${branch}`;
  const lease = expected === undefined ? [] : [`--force-with-lease=${target}:${expected}`];
  await followingMoves(remote, rest.signal, (present) =>
    runGit(folder, {
      ...rest,
      remote: present,
      args: ['push', '--progress', '--no-verify', ...lease, '--', present.url, `${head}:${target}`],
    }),
  );
  await runGit(folder, { ...rest, args: ['update-ref', trackingRef(name, branch), head] });
  return head;
}

export function trackingRef(name: RemoteName, branch: string): string {
  return `refs/remotes/${name}/${branch}`;
}

/** A branch `a` known from earlier would stand in the way of a branch `a/b`: both are paths below one folder. */
async function forgetOthers(folder: string, name: RemoteName, kept: string, options: GitOptions) {
  const args = ['for-each-ref', '--format=%(refname)', `refs/remotes/${name}`];
  const output = await runGit(folder, { ...options, args });
  for (const ref of output.split('\n')) {
    if (ref !== '' && ref !== kept) {
      await runGit(folder, { ...options, args: ['update-ref', '-d', ref] });
    }
  }
}
