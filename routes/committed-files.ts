import { blobHashes, readBlob } from '../actors/git-history.ts';
import type { Component } from '../models/component.ts';
import { RepositoryState } from '../models/repository-state.ts';
import type { Call } from './http/endpoint.ts';
import { uploadLimit } from './http/upload.ts';
import { openedCopy } from './working-copies.ts';

export interface CommittedFile {
  path: string;
  read(): Promise<Uint8Array>;
}

/** Files of the newest commit, read from git by their hashes: no path is followed and no half-written file is seen. */
export async function filesOf(
  call: Call,
  component: Component,
  paths: readonly string[],
): Promise<CommittedFile[]> {
  const { db, runner } = call.services;
  const state = await RepositoryState.query(db.reader).findById(component.ownerId);
  const commit = state?.local_sha;
  if (!commit) {
    return [];
  }
  const folder = await openedCopy(call, component);
  const hashes = await blobHashes(folder, commit, { runner });
  return paths.flatMap((path) => {
    const hash = hashes.get(path);
    return hash === undefined ? [] : { path, read: () => readBlob(folder, hash, uploadLimit, { runner }) };
  });
}
