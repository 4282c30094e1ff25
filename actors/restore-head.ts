import { action } from '../models/actions.ts';
import { bundleData, bundlesOf } from '../models/bundle.ts';
import { raiseAlert } from './alerts.ts';
import { isLocal, sourceRemote } from './component-remote.ts';
import { endUnpacking, unpackBundle } from './git-bundle.ts';
import { headOf, resetTo } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { commitOf, isAncestor } from './git-history.ts';
import { fetchBranch } from './git-remote.ts';
import { recordRepositoryChange } from './repository-change.ts';
import type { Workplace } from './workplace.ts';

/**
 * `known`: nothing is missing. `unknown`: the database has no commits to make up for what is missing. `stranded`: it has,
 * but upstream has lost what they build on, or they are damaged.
 */
export type HeadState = 'known' | 'unknown' | 'stranded';

/**
 * Brings the branch of a working copy that was lost, or comes from a backup, to the head that the database knows. What is
 * newer than the database's head stays: a job that a crash cut off will tell of it.
 * @param isNew the copy has just been made
 */
export async function restoreHead(place: Workplace, isNew: boolean): Promise<HeadState> {
  const { services, ctx, owner, folder, git } = place;
  const row = await services.db.writer('repositories').where('component_id', owner.id).first();
  const target: string | null = row?.local_sha ?? null;
  const head = await headOf(folder);
  if (target === null || target === head) {
    return 'known';
  }
  if (!isNew && (await commitOf(folder, target, git)) !== null) {
    if (await isAncestor(folder, head, target, git)) {
      await resetTo(folder, target, git);
    }
    return 'known';
  }
  ctx.step('restore');
  if (!isNew && !isLocal(place)) {
    await fetchBranch(folder, await sourceRemote(place), owner.branch, git);
  }
  const bundles = await bundlesOf(services.db.writer, owner.id);
  const failure = await unpackAll(place, bundles);
  const isThere = failure === null && (await commitOf(folder, target, git)) !== null;
  if (isThere) {
    await resetTo(folder, target, git);
  }
  await endUnpacking(folder, git);
  if (!isThere) {
    if (bundles.length === 0) {
      return 'unknown';
    }
    await tellStranded(place, failure?.message ?? `no bundle has ${target}`, row.merge_failure);
    return 'stranded';
  }
  ctx.log(
    'The working copy was lost or too old; it is as it was, with the commits that had not been pushed.',
  );
  return 'known';
}

async function unpackAll(
  { services, owner, folder, git }: Workplace,
  bundles: Awaited<ReturnType<typeof bundlesOf>>,
): Promise<GitError | null> {
  try {
    for (const { seq, tip_sha } of bundles) {
      await unpackBundle(folder, tip_sha, await bundleData(services.db.writer, owner.id, seq), git);
    }
    return null;
  } catch (error) {
    if (error instanceof GitError) {
      return error;
    }
    throw error;
  }
}

/** What a job says that cannot work because of this. */
export const strandedMessage =
  'The working copy was lost, and its commits that had not been pushed build on commits that upstream no longer has. ' +
  'They are kept. Reset and keep translations to put their texts on top of upstream, or reset to give them up.';

/** Once, however many jobs find it so. */
async function tellStranded(place: Workplace, message: string, known: string | null): Promise<void> {
  place.ctx.log(message);
  if (known === strandedMessage) {
    return;
  }
  await place.ctx.commit(async (trx) => {
    await recordRepositoryChange(trx, place, action.FAILED_MERGE, { error: message }, strandedMessage);
    await raiseAlert(trx, place, 'MergeFailure', { error: strandedMessage });
  });
}
