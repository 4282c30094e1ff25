import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { scan } from './scan.ts';
import { update } from './update.ts';
import type { Workplace } from './workplace.ts';

/** After a change of settings: takes over what is new upstream and reads all files as the new settings say. */
export async function configure(place: Workplace): Promise<OperationResult> {
  await commitPending(place);
  const updated = await update(place);
  await scan(place, { force: true });
  return updated;
}
