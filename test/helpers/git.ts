import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';

/** Text or bytes of files by path; null deletes one. */
export type Files = Record<string, string | Uint8Array | null>;

export interface TestCommit {
  sha: string;
  /** `Name <mail>`. */
  author: string;
  committer: string;
  /** Author date, ISO 8601. */
  date: string;
  message: string;
  /** Lines added and removed, by path; null for binary files. */
  files: Record<string, [added: number | null, removed: number | null]>;
}

/** A remote repository, and somebody else who works in it. */
export interface TestRepository {
  /** Path of the bare repository: its address for a server that allows local repositories. */
  url: string;
  /** Path of that somebody's working copy. */
  clone: string;
  /** Commits the files as somebody else and pushes them. Gives the commit. */
  commit(files: Files, options?: { message?: string; branch?: string }): Promise<string>;
  /** Commits what `change` makes of the newest content of a file, without force: again when somebody else was faster. */
  edit(path: string, change: (content: string) => string): Promise<void>;
  /** As `commit`, but replaces the newest commit of the branch: a push with force. */
  rewrite(files: Files, options?: { message?: string; branch?: string }): Promise<string>;
  /** Content of a file in the remote repository; null when there is none. */
  show(path: string, branch?: string): Promise<string | null>;
  /** Paths of all files in the remote repository. */
  list(branch?: string): Promise<string[]>;
  /** Commits of the remote repository, newest first. */
  log(branch?: string): Promise<TestCommit[]>;
  /** Runs git in the bare repository. */
  git(...args: string[]): Promise<string>;
}

/** A bare repository with one commit on `main` that has the files. It goes away with the test. */
export async function gitRepository(t: ExecutionContext, files: Files): Promise<TestRepository> {
  const { repository, remove } = await createGitRepository(files);
  t.teardown(remove);
  return repository;
}

/** As `gitRepository`, for those who clean up themselves. */
export async function createGitRepository(
  files: Files,
): Promise<{ repository: TestRepository; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-git-'));
  const remote = join(folder, 'remote.git');
  const clone = join(folder, 'clone');
  await run(folder, 'init', '--bare', '--initial-branch=main', remote);
  await run(remote, 'config', 'gc.auto', '0');
  await run(remote, 'config', 'receive.autogc', 'false');
  await run(folder, 'init', '--initial-branch=main', clone);
  await run(clone, 'remote', 'add', 'origin', remote);
  const repository = repositoryAt(remote, clone);
  await repository.commit(files, { message: 'Start' });
  return { repository, remove: () => rm(folder, { recursive: true, force: true }) };
}

function repositoryAt(remote: string, clone: string): TestRepository {
  async function push(files: Files, message: string, branch: string, how: string[]): Promise<string> {
    const known = await run(clone, 'ls-remote', 'origin', `refs/heads/${branch}`);
    if (known !== '') {
      await run(clone, 'fetch', 'origin', branch);
      await run(clone, 'checkout', '-B', branch, 'FETCH_HEAD');
    } else if ((await run(clone, 'branch', '--list', '--all')) !== '') {
      await run(clone, 'checkout', '-B', branch);
    }
    await write(clone, files);
    await run(clone, 'add', '--all', '--force');
    await run(clone, 'commit', '--allow-empty', `--message=${message}`, ...how);
    await run(clone, 'push', '--force', 'origin', `HEAD:refs/heads/${branch}`);
    return (await run(clone, 'rev-parse', 'HEAD')).trim();
  }

  return {
    url: remote,
    clone,
    commit: (files, { message = 'Upstream change', branch = 'main' } = {}) =>
      push(files, message, branch, []),
    rewrite: (files, { message = 'Upstream rewrite', branch = 'main' } = {}) =>
      push(files, message, branch, ['--amend']),
    async edit(path, change) {
      for (;;) {
        await run(clone, 'fetch', 'origin', 'main');
        await run(clone, 'checkout', '-B', 'main', 'FETCH_HEAD');
        await write(clone, { [path]: change(await readFile(join(clone, path), 'utf8')) });
        await run(clone, 'add', '--all', '--force');
        await run(clone, 'commit', '--allow-empty', '--message=Upstream change');
        try {
          await run(clone, 'push', 'origin', 'HEAD:refs/heads/main');
          return;
        } catch (error) {
          // Git's word for a branch that has moved, before or while it was pushed to.
          if (!/\brejected\b/.test(String(error))) {
            throw error;
          }
        }
      }
    },
    async show(path, branch = 'main') {
      const has = await run(remote, 'ls-tree', '--name-only', branch, '--', path);
      return has === '' ? null : run(remote, 'show', `${branch}:${path}`);
    },
    async list(branch = 'main') {
      return (await run(remote, 'ls-tree', '-r', '-z', '--name-only', branch)).split('\0').filter(Boolean);
    },
    log: (branch = 'main') => readLog(remote, branch),
    git: (...args) => run(remote, ...args),
  };
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    if (content === null) {
      await rm(target);
    } else {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
  }
}

async function readLog(folder: string, branch: string): Promise<TestCommit[]> {
  const format = '%x01%H%x00%an <%ae>%x00%cn <%ce>%x00%aI%x00%B%x00';
  const output = await run(
    folder,
    'log',
    '--numstat',
    '--no-renames',
    '--root',
    `--format=${format}`,
    branch,
  );
  return output
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [sha = '', author = '', committer = '', date = '', message = '', stat = ''] = entry.split('\0');
      const files = [...stat.matchAll(/^(?<added>\d+|-)\t(?<removed>\d+|-)\t(?<path>.+)$/gm)].map(
        ({ groups: { added, removed, path } = {} }) => [path ?? '', [asNumber(added), asNumber(removed)]],
      );
      return { sha, author, committer, date, message: message.trimEnd(), files: Object.fromEntries(files) };
    });
}

function asNumber(text: string | undefined): number | null {
  return text === '-' ? null : Number(text);
}

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Upstream Author',
  GIT_AUTHOR_EMAIL: 'upstream@example.org',
  GIT_COMMITTER_NAME: 'Upstream Author',
  GIT_COMMITTER_EMAIL: 'upstream@example.org',
  // Maintenance in the background would race with the removal of the folder.
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'gc.auto',
  GIT_CONFIG_VALUE_0: '0',
  GIT_CONFIG_KEY_1: 'maintenance.auto',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'core.quotePath',
  GIT_CONFIG_VALUE_2: 'false',
};

async function run(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, {
    cwd: folder,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
