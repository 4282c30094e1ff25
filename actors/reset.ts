import { action } from '../models/actions.ts';
import { clearAlert } from './alerts.ts';
import type { OperationResult } from './component-jobs.ts';
import { isLocal } from './component-remote.ts';
import { dropWaiting } from './drop-waiting.ts';
import { fetchUpstream } from './fetch.ts';
import { headOf, resetTo } from './git-commit.ts';
import { commitHead } from './head.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { scan } from './scan.ts';
import type { Workplace } from './workplace.ts';

/** Takes what upstream has. Local commits and waiting edits are given up, and the database follows the files. */
export async function reset(place: Workplace): Promise<OperationResult> {
  if (isLocal(place)) {
    return { result: true };
  }
  const fetched = await fetchUpstream(place);
  if (fetched.commit === null) {
    return { result: false, detail: fetched.detail };
  }
  await moveTo(place, fetched.commit);
  await dropWaiting(place);
  await scan(place);
  return { result: true };
}

/** Makes the working copy equal to a commit of upstream, which ends all trouble of earlier operations. */
export async function moveTo(place: Workplace, commit: string): Promise<void> {
  const { ctx, owner, folder, git, services } = place;
  ctx.step('reset');
  const known = await services.db.writer('repositories').where('component_id', owner.id).first('local_sha');
  const previous: string | null = known?.local_sha ?? (await headOf(folder));
  await resetTo(folder, commit, git);
  // A run that a crash cut off after this point has told it already.
  const isTold = ctx.crashes > 0 && previous === commit;
  await commitHead(place, async (trx) => {
    if (!isTold) {
      const details = { new_head: commit, previous_head: previous };
      await recordRepositoryChange(trx, place, action.RESET, details);
    }
    for (const name of [
      'MergeFailure',
      'RepositoryOutdated',
      'PushFailure',
      'RepositoryOperationFailure',
    ] as const) {
      await clearAlert(trx, place, name);
    }
  });
}
