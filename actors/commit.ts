import { PendingChange } from '../models/pending-change.ts';
import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { pushIfNeeded } from './push.ts';
import type { Workplace } from './workplace.ts';

/**
 * Commits what waits in the whole working copy, or in one translation, and pushes it. Nothing to do is a success, but for
 * a translation: who names one expects it to have something.
 */
export async function commit(place: Workplace, translationId: number | undefined): Promise<OperationResult> {
  if (translationId !== undefined) {
    const waiting = await PendingChange.query(place.services.db.writer)
      .where('translation_id', translationId)
      .resultSize();
    if (waiting === 0) {
      return { result: false, detail: 'There is nothing to commit.' };
    }
  }
  await commitPending(place, { translationId });
  await pushIfNeeded(place);
  return { result: true };
}
