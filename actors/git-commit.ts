import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from './git-error.ts';
import { split } from './git-history.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { readRef } from './git-refs.ts';

export interface Identity {
  name: string;
  email: string;
}

export interface NewCommit extends GitOptions {
  /** Relative to the working copy; changed, added and deleted files alike. */
  files: readonly string[];
  message: string;
  author: Identity;
  authorDate: Date;
  committer: Identity;
  /** Fixed by the job, so that running it again makes the very same commit. */
  committerDate: Date;
  /** Value of the trailer `Job-Id`, by which `findCommit` recognises the commit: `[0-9a-zA-Z./-]+`. */
  job?: string;
}

/** Commits the files as they are in the working copy. Gives the new commit, or null when nothing has changed. */
export async function commitFiles(folder: string, commit: NewCommit): Promise<string | null> {
  const { files, message, author, authorDate, committer, committerDate, job, ...options } = commit;
  if (files.length === 0) {
    return null;
  }
  // By standard input: paths may be more than fit into one command line. `--force` adds ignored ones.
  const input = files.join('\0');
  const paths = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  await runGit(folder, { ...options, args: ['add', '--all', '--force', ...paths], input });
  const staged = await runGit(folder, { ...options, args: ['diff', '--cached', '--name-only', '-z'] });
  if (split(staged).length === 0) {
    return null;
  }
  const trailer = job === undefined ? [] : [`--trailer=Job-Id: ${job}`];
  await runGit(folder, {
    ...options,
    args: ['commit', '--no-verify', '--cleanup=whitespace', ...trailer, `--message=${message}`],
    env: { ...asAuthor(author, authorDate), ...asCommitter(committer, committerDate) },
  });
  return headOf(folder);
}

/**
 * The commit of the local branch with this value of the trailer `Job-Id`: made by a run that a crash cut off before it
 * could write to the database.
 * @param job a `*` at its end stands for any number
 * @param since no commit before this time is looked at
 * @param head the commit whose history is looked at
 */
export async function findCommit(
  folder: string,
  job: string,
  since: Date,
  options: GitOptions = {},
  head = 'HEAD',
): Promise<string | null> {
  const pattern = `^Job-Id: ${job.replaceAll('.', '\\.').replace(/\*$/, '[0-9]*')}$`;
  // A second is the grain of git's times.
  const earliest = `--since=@${Math.floor(since.getTime() / 1000) - 1}`;
  const args = ['log', '-1', '--format=%H', '--basic-regexp', `--grep=${pattern}`, earliest, head, '--'];
  return (await runGit(folder, { ...options, args })).trim() || null;
}

/** Makes the working copy and the local branch equal to `revision`. Commits that only the branch had are dropped. */
export async function resetTo(folder: string, revision: string, options: GitOptions = {}): Promise<void> {
  await runGit(folder, { ...options, args: ['reset', '--hard', revision, '--'] });
}

/** Deletes all that is not tracked, ignored files and nested repositories included. Gives the paths. */
export async function removeUntracked(folder: string, options: GitOptions = {}): Promise<string[]> {
  const output = await runGit(folder, { ...options, args: ['clean', '-ffdx'] });
  return output.split('\n').flatMap((line) => /^Removing (.*)$/.exec(line)?.[1] ?? []);
}

/** Deletes local branches other than `branch`, and all tags. */
export async function removeOtherRefs(
  folder: string,
  branch: string,
  options: GitOptions = {},
): Promise<void> {
  const list = ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'];
  const output = await runGit(folder, { ...options, args: list });
  for (const ref of output.split('\n')) {
    if (ref !== '' && ref !== `refs/heads/${branch}`) {
      await runGit(folder, { ...options, args: ['update-ref', '-d', ref] });
    }
  }
}

/** Makes the empty directory `folder` a repository without a remote, whose first commit on `branch` holds a README. */
export async function createRepository(
  folder: string,
  branch: string,
  committer: Identity,
  date: Date,
  options: GitOptions = {},
): Promise<void> {
  await runGit(folder, { ...options, args: ['init', '--template=', `--initial-branch=${branch}`] });
  await writeFile(join(folder, 'README.md'), readme);
  await commitFiles(folder, {
    ...options,
    files: ['README.md'],
    message: 'Start the repository',
    author: committer,
    authorDate: date,
    committer,
    committerDate: date,
  });
}

const readme = '# Translations\n\nThe files in this repository are written by the localisation server.\n';

/** The newest commit of what is checked out. @throws {GitError} when there is none */
export async function headOf(folder: string): Promise<string> {
  const head = await readRef(folder, 'HEAD');
  if (head === null) {
    throw new GitError('failed', 'The branch has no commit.');
  }
  return head;
}

export function asCommitter(who: Identity, date: Date): Record<string, string> {
  return {
    GIT_COMMITTER_NAME: cleanName(who.name),
    GIT_COMMITTER_EMAIL: cleanMail(who.email),
    GIT_COMMITTER_DATE: gitDate(date),
  };
}

function asAuthor(who: Identity, date: Date): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: cleanName(who.name),
    GIT_AUTHOR_EMAIL: cleanMail(who.email),
    GIT_AUTHOR_DATE: gitDate(date),
  };
}

/** Git strips these characters itself, and refuses a name of which then nothing is left. */
function cleanName(name: string): string {
  const clean = name.replace(/[<>\0\r\n]/g, ' ').replace(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '');
  return clean || 'Anonymous';
}

function cleanMail(mail: string): string {
  return mail.replace(/[<>\0\s]/g, '');
}

function gitDate(date: Date): string {
  return `@${Math.floor(date.getTime() / 1000)} +0000`;
}
