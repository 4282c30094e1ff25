import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeImage } from '../actors/screenshot-files.ts';
import type { Database } from '../models/database.ts';
import { Screenshot } from '../models/screenshot.ts';
import { lastChange } from './old-uploads.ts';

/** A new file waits for its row no longer than a request takes. */
const spared = 3_600_000;
const atOnce = 500;

/**
 * Removes images that no screenshot has: of components and translations that were removed, and what a crash left
 * behind. Gives their number.
 */
export async function removeUnusedImages(
  { reader }: Pick<Database, 'reader'>,
  folder: string,
  now: number,
): Promise<number> {
  const names = await readdir(folder);
  let removed = 0;
  for (let start = 0; start < names.length; start += atOnce) {
    const some = names.slice(start, start + atOnce);
    const rows = await Screenshot.query(reader).whereIn('image', some).select('image');
    const used = new Set(rows.map(({ image }) => image));
    for (const name of some) {
      if (!used.has(name) && (await lastChange(join(folder, name))) < now - spared) {
        await removeImage(folder, name);
        removed += 1;
      }
    }
  }
  return removed;
}
