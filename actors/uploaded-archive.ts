import { FormatError } from '../adapters/adapter.ts';
import { type ZipEntry, zipEntries } from '../adapters/zip/directory.ts';
import { isSafePath } from './working-copy.ts';

const mostFiles = 10_000;
const mostBytes = 100 * 1024 * 1024;
/** Texts shrink to a tenth; what shrinks to less than this part is made to fill disks. Small archives may. */
const mostShrunk = 200;
const alwaysAllowed = 1024 * 1024;
/** Bytes of a path, and of one name in it. */
const longestPath = 1000;
const longestName = 200;

/**
 * The files of an uploaded archive that are to become a repository: all but those of version control systems.
 * @throws {FormatError} on what is no archive, on a dangerous one, and on paths that no working copy can hold
 */
export function repositoryFiles(archive: Uint8Array): ZipEntry[] {
  const total = Math.min(mostBytes, Math.max(alwaysAllowed, archive.length * mostShrunk));
  const entries = zipEntries(archive, { files: mostFiles, total }).filter(
    ({ path }) => !isVersionControl(path),
  );
  if (entries.length === 0) {
    throw new FormatError('the archive holds no files');
  }
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path)));
  for (const { path } of entries) {
    const isLong = Buffer.byteLength(path) > longestPath || path.split('/').some(isLongName);
    if (!isSafePath(path) || isLong || folders.has(path)) {
      throw new FormatError(`"${path}" is not a path that a repository can hold`);
    }
  }
  return entries;
}

function isVersionControl(path: string): boolean {
  return path.split('/').some((part) => /^(?:\.(?:git|hg|svn|bzr)|cvs|_darcs)$/i.test(part));
}

function isLongName(name: string): boolean {
  return Buffer.byteLength(name) > longestName;
}

/** `a/b/c` is in the folders `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
