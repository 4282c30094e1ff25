import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { temporaryPrefix } from './atomic-file.ts';
import { bundlePrefix } from './git-bundle.ts';
import { split } from './git-history.ts';
import { undoUnfinished } from './git-integrate.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { endOrphans } from './orphans.ts';
import { partMark } from './working-copy.ts';

/**
 * To be called once, before any job runs and while the data folder is held: ends git commands of a dead process and
 * deletes half-made working copies. Whole ones are put in order by the next job in them, see `recoverCopy`.
 */
export async function recoverFolder(vcsFolder: string): Promise<{ orphans: number; parts: number }> {
  const orphans = await endOrphans(vcsFolder);
  const parts = (await readdir(vcsFolder)).filter((name) => name.includes(partMark));
  for (const part of parts) {
    await rm(join(vcsFolder, part), { recursive: true, force: true });
  }
  return { orphans, parts: parts.length };
}

/**
 * Puts a working copy in order that a crash or an aborted job may have left in any state: stale lock files, a merge or
 * rebase under way, half-written files. Commits and the content of tracked files stay as they are. Only for the job that
 * owns the copy. Gives what was under way.
 */
export async function recoverCopy(
  folder: string,
  branch: string,
  options: GitOptions = {},
): Promise<('merge' | 'rebase')[]> {
  for (const path of await leftoversIn(folder, options)) {
    await rm(path, { force: true });
  }
  return undoUnfinished(folder, branch, options);
}

/**
 * Files that a command which was cut off has left: locks of git's, bundles, half-written files. Only where nobody works in
 * the copy; otherwise they may be in use.
 */
export async function leftoversIn(folder: string, options: GitOptions = {}): Promise<string[]> {
  const untracked = split(await runGit(folder, { ...options, args: ['ls-files', '--others', '-z'] }));
  const temporary = untracked.filter((path) => basename(path).startsWith(temporaryPrefix));
  return [...(await gitLeftovers(folder)), ...temporary.map((path) => join(folder, path))];
}

async function gitLeftovers(folder: string): Promise<string[]> {
  const git = join(folder, '.git');
  const top = (await readdir(git)).map((name) => join(git, name));
  const refs = await readdir(join(git, 'refs'), { recursive: true, withFileTypes: true });
  return [...top, ...refs.map((entry) => join(entry.parentPath, entry.name))].filter(
    (path) => path.endsWith('.lock') || basename(path).startsWith(bundlePrefix),
  );
}
