import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type GitOptions, runGit } from './git-process.ts';

/** Files in `.git` whose names begin so are bundles on their way in or out; recovery deletes them. */
export const bundlePrefix = 'dragoman-bundle-';

/** Keeps what has been unpacked reachable: git takes a bundle only if what it builds on is part of some history. */
const restoredRef = 'refs/dragoman/restored';

/** HEAD and all commits before it, as far as `base` does not have them; null: from the beginning. */
export async function createBundle(
  folder: string,
  base: string | null,
  options: GitOptions = {},
): Promise<Uint8Array> {
  const file = temporaryFile(folder);
  const revisions = base === null ? ['HEAD'] : ['HEAD', `^${base}`];
  try {
    await runGit(folder, { ...options, args: ['bundle', 'create', '--progress', file, ...revisions] });
    return await readFile(file);
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Adds the commits of a bundle. The branch stays where it is.
 * @throws {GitError} when the bundle is damaged, or what it builds on is not there
 */
export async function unpackBundle(
  folder: string,
  tip: string,
  data: Uint8Array,
  options: GitOptions = {},
): Promise<void> {
  const file = temporaryFile(folder);
  try {
    await writeFile(file, data, { mode: 0o600 });
    await runGit(folder, { ...options, args: ['bundle', 'unbundle', file] });
  } finally {
    await rm(file, { force: true });
  }
  await runGit(folder, { ...options, args: ['update-ref', restoredRef, tip] });
}

/** To be called when the branch has what was unpacked. */
export async function endUnpacking(folder: string, options: GitOptions = {}): Promise<void> {
  await runGit(folder, { ...options, args: ['update-ref', '-d', restoredRef] });
}

/**
 * Unpacks the bundle beside the working copy, which stays as it is: git's own check does not look at the contents.
 * @throws {GitError} when the bundle is damaged, or the working copy does not have what it builds on
 */
export async function verifyBundle(
  folder: string,
  data: Uint8Array,
  options: GitOptions = {},
): Promise<void> {
  const objects = await mkdtemp(join(tmpdir(), bundlePrefix));
  const env = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(folder, '.git', 'objects'),
  };
  try {
    const file = join(objects, 'bundle');
    await writeFile(file, data);
    await runGit(folder, { ...options, env, args: ['bundle', 'unbundle', file] });
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

function temporaryFile(folder: string): string {
  return join(folder, '.git', `${bundlePrefix}${randomBytes(6).toString('hex')}`);
}
