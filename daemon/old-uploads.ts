import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Nothing waits this long for its job. */
const forgottenAfter = 7 * 86_400_000;

/** Removes uploaded files that a crash or a cancelled job left behind. */
export async function removeOldUploads(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if ((await lastChange(file)) < now - forgottenAfter) {
      await rm(file, { recursive: true, force: true });
    }
  }
}

/** Milliseconds; of a file that somebody has just removed, the end of time. */
export async function lastChange(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return Number.POSITIVE_INFINITY;
    }
    throw error;
  }
}
