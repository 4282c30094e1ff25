import { GitError } from './git-error.ts';
import { type GitOptions, runGit, runGitBytes } from './git-process.ts';

/** Revisions are full hashes, refs such as `refs/remotes/origin/main`, or HEAD; never text from a request. */

/** Full hash of a revision; null when there is no such commit. */
export async function commitOf(
  folder: string,
  revision: string,
  options: GitOptions = {},
): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return (await runGit(folder, { ...options, args, accept: [1] })).trim() || null;
}

/** How many commits are only in `ours`, and how many only in `theirs`. */
export async function countCommits(
  folder: string,
  ours: string,
  theirs: string,
  options: GitOptions = {},
): Promise<{ outgoing: number; missing: number }> {
  if (ours === theirs) {
    return { outgoing: 0, missing: 0 };
  }
  const args = ['rev-list', '--left-right', '--count', '--end-of-options', `${ours}...${theirs}`];
  const [outgoing, missing] = (await runGit(folder, { ...options, args })).trim().split('\t');
  return { outgoing: Number(outgoing), missing: Number(missing) };
}

/** The newest commit both have; null when their histories have nothing in common. */
export async function mergeBase(
  folder: string,
  ours: string,
  theirs: string,
  options: GitOptions = {},
): Promise<string | null> {
  if (ours === theirs) {
    return ours;
  }
  const args = ['merge-base', '--end-of-options', ours, theirs];
  return (await runGit(folder, { ...options, args, accept: [1] })).trim() || null;
}

/** Whether `descendant` has the commit `ancestor` in its history. A commit that is not there at all is in nobody's. */
export async function isAncestor(
  folder: string,
  ancestor: string,
  descendant: string,
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['merge-base', '--end-of-options', ancestor, descendant];
  return (await runGit(folder, { ...options, args, accept: [1, 128] })).trim() === ancestor;
}

/** Paths that differ between two commits, both sides of a rename included. */
export async function changedFiles(
  folder: string,
  from: string,
  to: string,
  options: GitOptions = {},
): Promise<string[]> {
  const args = [
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '-z',
    '--end-of-options',
    from,
    to,
    '--',
  ];
  return split(await runGit(folder, { ...options, args }));
}

/** Blob hash of every file of a commit. Folders, submodules and symbolic links are left out. */
export async function blobHashes(
  folder: string,
  revision: string,
  options: GitOptions = {},
): Promise<Map<string, string>> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', revision];
  const hashes = new Map<string, string>();
  for (const entry of split(await runGit(folder, { ...options, args }))) {
    const { sha, path } = /^100[0-7]{3} blob (?<sha>[0-9a-f]+)\t(?<path>.*)$/s.exec(entry)?.groups ?? {};
    if (sha !== undefined && path !== undefined) {
      hashes.set(path, sha);
    }
  }
  return hashes;
}

/** Content of a blob by its hash. @throws {GitError} when it is larger than `limit` bytes */
export async function readBlob(
  folder: string,
  hash: string,
  limit: number,
  options: GitOptions = {},
): Promise<Uint8Array> {
  const size = Number(await runGit(folder, { ...options, args: ['cat-file', '-s', hash] }));
  if (size > limit) {
    throw new GitError('failed', `A file of ${size} bytes is too large; the limit is ${limit}.`);
  }
  return runGitBytes(folder, { ...options, args: ['blob', hash] });
}

/** What `git status` says, as if the branch followed its remote one. */
export async function statusText(folder: string, branch: string, options: GitOptions = {}): Promise<string> {
  const follow = branch.includes('=')
    ? []
    : [
        ...['-c', `branch.${branch}.remote=origin`, '-c', `branch.${branch}.merge=refs/heads/${branch}`],
        ...['-c', 'remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*'],
      ];
  const args = [...follow, 'status', '--untracked-files=normal'];
  // Only looks: must not take the index lock.
  const output = await runGit(folder, { ...options, args, env: { GIT_OPTIONAL_LOCKS: '0' } });
  return output.trim();
}

export function split(output: string): string[] {
  return output.split('\0').filter((part) => part !== '');
}
