import type { MergeMethod, OperationResult } from './component-jobs.ts';
import { pushIfNeeded } from './push.ts';
import { update } from './update.ts';
import type { Workplace } from './workplace.ts';

/** Takes over what is new upstream, and pushes if that leaves something to push. */
export async function pull(place: Workplace, method: MergeMethod | null): Promise<OperationResult> {
  const updated = await update(place, method);
  if (updated.result) {
    await pushIfNeeded(place);
  }
  return updated;
}
