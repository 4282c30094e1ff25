import { action } from '../models/actions.ts';
import type { OperationResult } from './component-jobs.ts';
import { isLocal } from './component-remote.ts';
import { fetchUpstream } from './fetch.ts';
import { queueAgainst, writeEverything } from './file-sync.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { moveTo } from './reset.ts';
import { snapshotOf } from './snapshot.ts';
import type { Workplace } from './workplace.ts';

/**
 * Takes what upstream has and puts all translations of the database on top. What differs is queued before the working copy
 * moves: from then on a crash costs nothing.
 */
export async function resetKeep(place: Workplace): Promise<OperationResult> {
  if (isLocal(place)) {
    return { result: true };
  }
  const fetched = await fetchUpstream(place);
  if (fetched.commit === null) {
    return { result: false, detail: fetched.detail };
  }
  const problems = await queueAgainst(place, await snapshotOf(place, fetched.commit));
  if (problems.length > 0) {
    return { result: false, detail: problems.join('\n') };
  }
  await place.ctx.commit((trx) => recordRepositoryChange(trx, place, action.FORCE_SYNC, {}));
  await moveTo(place, fetched.commit);
  return writeEverything(place);
}
