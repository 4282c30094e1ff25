import type { Knex } from 'knex';
import { RepositoryState } from '../models/repository-state.ts';
import { commitInfo } from './commit-info.ts';
import { statusText } from './git-history.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { knownCommit, trackingRef } from './git-remote.ts';

export interface StatusSubject {
  /** The tracked branch, which is checked out. */
  branch: string;
  /** Branch that is pushed to; '' or the same: the tracked one. */
  pushBranch: string;
  /** Without a remote there are no commits to show. */
  isLocal: boolean;
}

/** What can be told by looking at the working copy. */
export type RepositoryFacts = Pick<
  RepositoryState,
  'remote_sha' | 'local_sha' | 'remote_info' | 'local_info' | 'outgoing' | 'missing' | 'status'
>;

/**
 * Looks at the working copy, without asking the remote. `outgoing` counts the commits that still have to be pushed: those
 * that neither upstream nor the branch pushed to has.
 */
export async function readStatus(
  folder: string,
  { branch, pushBranch, isLocal }: StatusSubject,
  options: GitOptions = {},
): Promise<RepositoryFacts> {
  const local = await commitInfo(folder, 'HEAD', options);
  const status = await statusText(folder, branch, options);
  if (isLocal) {
    const nothing = { remote_sha: null, remote_info: null, local_info: null, outgoing: 0, missing: 0 };
    return { ...nothing, local_sha: local.revision, status };
  }
  const upstream = await knownCommit(folder, 'origin', branch);
  const pushed =
    pushBranch === '' || pushBranch === branch ? null : await knownCommit(folder, 'push', pushBranch);
  const known = [
    ...(upstream === null ? [] : [trackingRef('origin', branch)]),
    ...(pushed === null ? [] : [trackingRef('push', pushBranch)]),
  ];
  const both = { remote_sha: upstream, local_sha: local.revision, local_info: local, status };
  if (upstream === local.revision) {
    return { ...both, remote_info: local, outgoing: 0, missing: 0 };
  }
  return {
    ...both,
    remote_info: upstream === null ? null : await commitInfo(folder, upstream, options),
    outgoing: await countOf(folder, ['HEAD', '--not', ...known], options),
    missing: upstream === null ? 0 : await countOf(folder, [upstream, '--not', 'HEAD'], options),
  };
}

/** Writes what is known of a component's working copy; values not named stay. */
export async function saveStatus(
  trx: Knex.Transaction,
  componentId: number,
  facts: Partial<Omit<RepositoryState, 'component_id'>>,
): Promise<void> {
  await RepositoryState.query(trx).insert({ component_id: componentId }).onConflict('component_id').ignore();
  await RepositoryState.query(trx).findById(componentId).patch(facts);
}

async function countOf(folder: string, revisions: readonly string[], options: GitOptions): Promise<number> {
  return Number(await runGit(folder, { ...options, args: ['rev-list', '--count', ...revisions] }));
}
