import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Files = Record<string, string>;

/** A bare repository, and somebody who pushes to it. */
export interface Repository {
  /** Path of the bare repository. */
  url: string;
  /** Commits and pushes the files to `main`, on top of what others have pushed. */
  push(files: Files): Promise<void>;
  /** Content of a file on `main`. */
  show(path: string): Promise<string>;
}

export async function createRepository(folder: string, files: Files): Promise<Repository> {
  const url = join(folder, 'remote.git');
  const clone = join(folder, 'upstream');
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', url);
  await git(folder, 'init', '--quiet', '--initial-branch=main', clone);
  await git(clone, 'remote', 'add', 'origin', url);
  await push(clone, files);

  return {
    url,
    async push(changed) {
      await git(clone, 'fetch', '--quiet', 'origin');
      await git(clone, 'reset', '--quiet', '--hard', 'origin/main');
      await push(clone, changed);
    },
    show: (path) => git(url, 'show', `main:${path}`),
  };
}

async function push(clone: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await writeFile(join(clone, path), content);
  }
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message=Upstream');
  await git(clone, 'push', '--quiet', 'origin', 'main');
}

/** Runs git in the folder and gives its output. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const person = { NAME: 'Upstream', EMAIL: 'upstream@example.org' };
  const identity = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(identity),
  };
  // Packing in the background would take its share of what is measured.
  const all = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false', ...args];
  const { stdout } = await promisify(execFile)('git', all, { cwd: folder, env, maxBuffer: 1 << 28 });
  return stdout;
}
