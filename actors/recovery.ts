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
  await removeStaleLocks(folder);
  const undone = await undoUnfinished(folder, branch, options);
  const untracked = await runGit(folder, { ...options, args: ['ls-files', '--others', '-z'] });
  for (const path of split(untracked)) {
    if (basename(path).startsWith(temporaryPrefix)) {
      await rm(join(folder, path), { force: true });
    }
  }
  return undone;
}

/** Safe only because nobody else works in the copy: a lock of git's can then only be left over. */
async function removeStaleLocks(folder: string): Promise<void> {
  const git = join(folder, '.git');
  const top = (await readdir(git)).map((name) => join(git, name));
  const refs = await readdir(join(git, 'refs'), { recursive: true, withFileTypes: true });
  for (const path of [...top, ...refs.map((entry) => join(entry.parentPath, entry.name))]) {
    if (path.endsWith('.lock') || basename(path).startsWith(bundlePrefix)) {
      await rm(path, { force: true });
    }
  }
}
