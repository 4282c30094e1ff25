import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { commitFiles, type NewCommit } from '../../actors/git-commit.ts';
import type { Remote } from '../../actors/git-environment.ts';
import { cloneInto } from '../../actors/git-remote.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { temporaryFolder } from './folder.ts';
import { type Files, gitRepository, type TestRepository } from './git.ts';

export const bot = { name: 'Translation Bot', email: 'bot@example.org' };
export const ana = { name: 'Ana Nova', email: 'ana@example.org' };
export const noon = new Date('2026-01-02T12:00:00Z');

/** A repository with a remote, as a component's working copy is one. */
export interface TestClone {
  upstream: TestRepository;
  remote: Remote;
  folder: string;
  /** Writes files and commits them as the server does. Gives the commit, '' when nothing changed. */
  change(files: Files, options?: Partial<NewCommit>): Promise<string>;
}

/** A remote repository with `files` on `main`, and a working copy of it. Both go away with the test. */
export async function cloneOf(t: ExecutionContext, files: Files): Promise<TestClone> {
  const upstream = await gitRepository(t, files);
  const folder = await temporaryFolder(t);
  const remote = await openRemote(upstream.url, { allowLocal: true });
  await cloneInto(folder, remote, 'main');
  return {
    upstream,
    remote,
    folder,
    async change(changed, options = {}) {
      await writeFiles(folder, changed);
      const sha = await commitFiles(folder, {
        files: Object.keys(changed),
        message: 'Our change',
        author: ana,
        authorDate: noon,
        committer: bot,
        committerDate: noon,
        ...options,
      });
      return sha ?? '';
    },
  };
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
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
