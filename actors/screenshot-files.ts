import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from './atomic-file.ts';

/*
 * Images of screenshots, in one folder, under names that nobody chooses. A file is there before its row names it and
 * goes after the row: a crash leaves files without a row (the schedule removes them), never a row without its file.
 */

/** Stores an image; gives its name. `extension` begins with a dot. */
export async function storeImage(folder: string, extension: string, bytes: Uint8Array): Promise<string> {
  const name = `${randomUUID()}${extension}`;
  await writeAtomically(join(folder, name), bytes, 0o600);
  return name;
}

/** Null: the file is lost. Whoever opens it closes it. */
export async function openImage(folder: string, name: string): Promise<FileHandle | null> {
  try {
    return await open(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/** Removes an image that no row names any more. */
export async function removeImage(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
}
