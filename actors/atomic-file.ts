import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Names of files that a crash may leave behind begin so; see working-copy recovery. */
export const temporaryPrefix = '.tmp-';

/**
 * Replaces the file as a whole: after a crash or a power cut it has either the old or the new content. The mode of an
 * existing file is kept. The folder must exist.
 * @param mode of a new file
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string,
  mode = 0o644,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `${temporaryPrefix}${randomBytes(6).toString('hex')}-${shortName(path)}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.chmod(await modeOf(path, mode));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes what was created, renamed or deleted in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file name may have 255 bytes; the temporary one must not be the first to be too long. */
function shortName(path: string): string {
  return basename(path).slice(0, 40);
}

async function modeOf(path: string, initial: number): Promise<number> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
  return existing ? existing.mode & 0o7777 : initial;
}
