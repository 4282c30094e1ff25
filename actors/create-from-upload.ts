import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FormatError } from '../adapters/adapter.ts';
import { unpackEntry } from '../adapters/zip/unpack.ts';
import { commitFiles } from './git-commit.ts';
import { JobFailed } from './job.ts';
import { repositoryFiles } from './uploaded-archive.ts';
import { readUpload } from './uploaded-file.ts';
import { requesterOf, type Workplace } from './workplace.ts';

/** What a new repository starts with. */
export interface Upload {
  /** Path of the uploaded bytes, which the job removes when it is over. */
  file: string;
  /** Where the document goes in the repository; null: it is an archive, whose files go where it says. */
  path: string | null;
}

/**
 * Puts the upload into a repository that is being made, and commits it. Works in a folder that is no working copy yet: a crash
 * leaves nothing of it, and the next run finds the upload where it was.
 * @throws {JobFailed} on `zipfile` or `docfile`
 */
export async function fillRepository(place: Workplace, folder: string, upload: Upload): Promise<void> {
  const { ctx, git, services } = place;
  const bytes = await readUpload(place, upload.file, upload.path === null ? 'zipfile' : 'docfile');
  if (bytes === null) {
    // The commits of the run that was cut off come from the database.
    return;
  }
  ctx.step('unpack');
  const files = upload.path === null ? await unpack(place, folder, bytes) : [upload.path];
  if (upload.path !== null) {
    await write(folder, upload.path, bytes);
  }
  await commitFiles(folder, {
    ...git,
    files,
    message: upload.path === null ? 'Add the uploaded files' : `Add ${upload.path}`,
    author: await requesterOf(place),
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
  });
}

async function unpack({ ctx }: Workplace, folder: string, archive: Uint8Array): Promise<string[]> {
  try {
    const entries = repositoryFiles(archive);
    for (const entry of entries) {
      ctx.signal.throwIfAborted();
      await write(folder, entry.path, await unpackEntry(archive, entry));
    }
    return entries.map(({ path }) => path);
  } catch (error) {
    if (error instanceof FormatError) {
      throw new JobFailed(error.message, { attr: 'zipfile', cause: error });
    }
    throw error;
  }
}

async function write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
