import { FormatError } from '../adapters/adapter.ts';
import { headOf } from './git-commit.ts';
import { blobHashes, readBlob } from './git-history.ts';
import { readFromCopy } from './working-copy.ts';
import type { Workplace } from './workplace.ts';

/** The files of one commit. Symbolic links and submodules are not among them, so no path leads out of the repository. */
export interface Snapshot {
  commit: string;
  /** Git's hash of each file, by path. */
  hashes: ReadonlyMap<string, string>;
  /** @throws {FormatError} when there is no such file or it is larger than a file may be */
  read(path: string): Promise<Uint8Array>;
}

/** No format reads a larger file. */
const largestFile = 50 * 1024 * 1024;

type Place = Pick<Workplace, 'folder' | 'git'>;

/** What is checked out. Only for a working copy that is as its newest commit says. */
export async function headSnapshot(place: Place): Promise<Snapshot> {
  const commit = await headOf(place.folder);
  const hashes = await blobHashes(place.folder, commit, place.git);
  return {
    commit,
    hashes,
    async read(path) {
      hashIn(hashes, path);
      return (await readFromCopy(place.folder, path)) ?? noSuchFile();
    },
  };
}

/** Any commit, such as the newest one of the remote. */
export async function snapshotOf(place: Place, commit: string): Promise<Snapshot> {
  const hashes = await blobHashes(place.folder, commit, place.git);
  return {
    commit,
    hashes,
    read: (path) => readBlob(place.folder, hashIn(hashes, path), largestFile, place.git),
  };
}

/** What the file was, for telling later whether it has changed: of several files joined by commas, '' for a missing one. */
export function revisionOf(snapshot: Snapshot, ...paths: readonly string[]): string {
  return paths.map((path) => snapshot.hashes.get(path) ?? '').join(',');
}

function hashIn(hashes: ReadonlyMap<string, string>, path: string): string {
  const hash = hashes.get(path);
  if (hash === undefined) {
    return noSuchFile();
  }
  return hash;
}

function noSuchFile(): never {
  throw new FormatError('there is no such file in the repository');
}
