import { constants } from 'node:fs';
import { access, mkdir, open, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { FormatError } from '../adapters/adapter.ts';
import { syncFolder, writeAtomically } from './atomic-file.ts';

/** A path that leads out of the working copy, or into git's own files. */
export class PathError extends Error {
  override name = 'PathError';
}

/** Files above this size are no translation files. */
const largestFile = 50 * 1024 * 1024;

/** Working copies under way are in folders with this in their names; recovery deletes them. */
export const partMark = '.part-';

/** Where the working copy of a component is, or will be. */
export function copyFolder(vcsFolder: string, componentId: number): string {
  return join(vcsFolder, String(componentId));
}

/** Whether there is a whole working copy in the folder. */
export async function hasCopy(folder: string): Promise<boolean> {
  return exists(join(folder, '.git', 'cloned'));
}

/**
 * Makes a working copy: `fill` works in a folder beside it, which takes its name only when all is there. What was under
 * that name is deleted.
 */
export async function createCopy(folder: string, fill: (part: string) => Promise<void>): Promise<void> {
  const part = `${folder}${partMark}${process.pid}`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  try {
    await fill(part);
    await writeFile(join(part, '.git', 'cloned'), '');
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dirname(folder));
}

export async function removeCopy(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Content of a file of the working copy; null when there is none.
 * @throws {PathError} @throws {FormatError} when it is too large or no file
 */
export async function readFromCopy(folder: string, path: string): Promise<Uint8Array | null> {
  const real = await realPlace(folder, path);
  if (!(await exists(real))) {
    return null;
  }
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) {
      throw new FormatError('this is not a file');
    }
    if (stats.size > largestFile) {
      throw new FormatError(`the file has ${stats.size} bytes; at most ${largestFile} are read`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Writes a file of the working copy as a whole, through a symbolic link if it is one. Makes missing folders. */
export async function writeToCopy(folder: string, path: string, content: Uint8Array | string): Promise<void> {
  const real = await realPlace(folder, path);
  await mkdir(dirname(real), { recursive: true });
  await writeAtomically(real, content);
}

/** Deletes a file (or the symbolic link itself). A missing one is no error. */
export async function removeFromCopy(folder: string, path: string): Promise<void> {
  await realPlace(folder, path);
  await rm(join(folder, path), { force: true });
}

/** Whether a setting may name this path: relative, in its simplest form, below the working copy, none of git's own. */
export function isSafePath(path: string): boolean {
  return (
    path !== '' &&
    !isAbsolute(path) &&
    !/[\0\\]/.test(path) &&
    path.split('/').every((part) => !['', '.', '..'].includes(part) && !isGitName(part))
  );
}

/** The absolute path that reading and writing use. What is missing is looked up as far as it exists. */
async function realPlace(folder: string, path: string): Promise<string> {
  if (!isSafePath(path)) {
    throw new PathError(`"${path}" is not a path inside the repository.`);
  }
  const root = await realpath(folder);
  const real = await resolve(root, path.split('/'));
  const inside = relative(root, real).split(sep);
  if (inside[0] === '..' || inside[0] === '' || inside.some(isGitName)) {
    throw new PathError(`"${path}" leads out of the repository.`);
  }
  return real;
}

async function resolve(root: string, parts: readonly string[]): Promise<string> {
  let real = root;
  for (const [index, part] of parts.entries()) {
    const next = join(real, part);
    try {
      real = await realpath(next);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await isDangling(next))) {
        throw new PathError(`"${parts.join('/')}" cannot be followed.`, { cause: error });
      }
      return join(real, ...parts.slice(index));
    }
  }
  return real;
}

/** A symbolic link to nothing: what is written there would appear wherever it points. */
async function isDangling(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  );
}

/** HFS+ and NTFS know more spellings of `.git`; git itself refuses to check those out. */
function isGitName(part: string): boolean {
  return /^\.(?:git|hg)$/i.test(part);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return false;
    }
    throw error;
  }
}
