import { readFile, rm } from 'node:fs/promises';
import { JobFailed } from './job.ts';
import type { Workplace } from './workplace.ts';

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
