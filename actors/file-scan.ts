import { action } from '../models/actions.ts';
import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { scan } from './scan.ts';
import type { Workplace } from './workplace.ts';

/** Reads every file into the database, whether it has changed or not. */
export async function fileScan(place: Workplace): Promise<OperationResult> {
  await commitPending(place);
  await scan(place, { force: true });
  await place.ctx.commit((trx) => recordRepositoryChange(trx, place, action.FORCE_SCAN, {}));
  return { result: true };
}
