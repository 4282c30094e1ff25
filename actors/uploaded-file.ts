import { readFile, rm } from 'node:fs/promises';
import { JobFailed } from './job.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * A lock that was set while the job waited keeps its upload out; one that comes later does not, nor before a second
 * run: what has begun is brought to its end.
 * @throws {JobFailed} with the code `locked`
 */
export function demandOpen({ ctx }: Workplace, { locked }: PlacedComponent): void {
  if (locked && ctx.attempt === 1 && ctx.crashes === 0) {
    throw new JobFailed('The component was locked before the upload could begin.', { code: 'locked' });
  }
}

/**
 * The bytes of an upload that a job was given; null: an earlier run of the job, which a crash cut off, has removed them at its
 * very end.
 * @throws {JobFailed} on `attr` when they are gone
 */
export async function readUpload(
  { ctx }: Workplace,
  file: string,
  attr = 'file',
): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    if (ctx.crashes > 0) {
      return null;
    }
    throw new JobFailed('The uploaded file is gone.', { attr, cause: error });
  }
}

/** Removes an upload, if there was one, that nobody is going to read any more. */
export async function discardUpload(upload: { file: string } | undefined): Promise<void> {
  if (upload) {
    await rm(upload.file, { force: true });
  }
}
