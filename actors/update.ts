import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { action } from '../models/actions.ts';
import { clearAlert, raiseAlert } from './alerts.ts';
import { commitPending } from './commit-pending.ts';
import type { MergeMethod, OperationResult } from './component-jobs.ts';
import { isLocal } from './component-remote.ts';
import { fetchUpstream } from './fetch.ts';
import { headOf } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { countCommits } from './git-history.ts';
import { commitHead } from './head.ts';
import { bringTogether, touchesComponents } from './integrate.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { scan } from './scan.ts';
import type { Workplace } from './workplace.ts';

/**
 * Takes over what is new upstream. Edits that are not committed yet are committed first if upstream touched files of ours,
 * and stay on the queue otherwise. What cannot be brought together stays as it was, with an alert.
 */
export async function update(place: Workplace, method: MergeMethod | null = null): Promise<OperationResult> {
  if (isLocal(place)) {
    return { result: true };
  }
  const fetched = await fetchUpstream(place);
  if (fetched.commit === null) {
    return { result: false, detail: fetched.detail };
  }
  const { missing } = await countCommits(place.folder, 'HEAD', fetched.commit, place.git);
  const style = method ?? methodOf(place.owner.merge_style);
  if (missing > 0) {
    if (await touchesComponents(place, fetched.commit)) {
      await commitPending(place);
    }
    const failure = await tryTogether(place, fetched.commit, style);
    if (failure) {
      return { result: false, detail: failure.message };
    }
  }
  await settle(place, style);
  return { result: true };
}

/** Reads what an earlier run had merged when a crash came: pushed unread, it would look as if there were nothing left to do. */
export async function settleUnread(place: Workplace): Promise<void> {
  const { processed_sha } = await stateOf(place);
  if (processed_sha !== (await headOf(place.folder))) {
    await settle(place, methodOf(place.owner.merge_style));
  }
}

/** Reads what came in. Also after a crash: whether the head moved since, the database tells. */
async function settle(place: Workplace, style: MergeMethod): Promise<void> {
  const { owner, folder } = place;
  const head = await headOf(folder);
  const known = await stateOf(place);
  const { outgoing } = await countCommits(folder, 'HEAD', `refs/remotes/origin/${owner.branch}`, place.git);
  await commitHead(place, async (trx) => {
    await clearAlert(trx, place, 'MergeFailure');
    await clearAlert(trx, place, 'RepositoryOutdated');
    if (outgoing === 0) {
      await clearAlert(trx, place, 'PushFailure');
      await clearAlert(trx, place, 'RepositoryChanges');
    }
    if (known.local_sha !== head) {
      const kind = style === 'rebase' ? action.REBASE : action.MERGE;
      await recordRepositoryChange(trx, place, kind, { previous_head: known.local_sha, new_head: head });
    } else if (known.merge_failure !== null) {
      await trx('repositories').where('component_id', owner.id).update({ merge_failure: null });
    }
  });
  if (known.processed_sha !== head) {
    await scan(place);
  }
}

/** Why it did not work; null when it did. A file that cannot be read cannot be merged either. */
async function tryTogether(place: Workplace, upstream: string, style: MergeMethod): Promise<Error | null> {
  const { ctx } = place;
  ctx.step('merge');
  const previous_head = await headOf(place.folder);
  try {
    await bringTogether(place, upstream, style);
    return null;
  } catch (error) {
    if (!(error instanceof GitError || error instanceof FormatError || error instanceof PoolTimeout)) {
      throw error;
    }
    const { message } = error;
    const status = error instanceof GitError ? error.status : '';
    ctx.log(message);
    await ctx.commit(async (trx) => {
      const kind = style === 'rebase' ? action.FAILED_REBASE : action.FAILED_MERGE;
      await recordRepositoryChange(trx, place, kind, { error: message, previous_head, status }, message);
      await raiseAlert(trx, place, 'MergeFailure', { error: message });
    });
    return error;
  }
}

interface KnownState {
  local_sha: string | null;
  processed_sha: string | null;
  merge_failure: string | null;
}

async function stateOf({ services, owner }: Workplace): Promise<KnownState> {
  const row = await services.db
    .writer('repositories')
    .where('component_id', owner.id)
    .first('local_sha', 'processed_sha', 'merge_failure');
  return row ?? { local_sha: null, processed_sha: null, merge_failure: null };
}

function methodOf(style: string): MergeMethod {
  return style === 'merge' || style === 'merge_noff' ? style : 'rebase';
}
