import type { Knex } from 'knex';
import type { ActionId } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import type { Workplace } from './workplace.ts';

/**
 * Tells the history what happened to the repository.
 * @param failure text of a merge, rebase or push that failed; null: it did not, which ends an earlier failure
 */
export async function recordRepositoryChange(
  trx: Knex.Transaction,
  place: Workplace,
  action: ActionId,
  details: Record<string, unknown>,
  failure: string | null = null,
): Promise<void> {
  await recordChange(trx, {
    action,
    component_id: place.owner.id,
    user_id: place.userId,
    target: failure ?? '',
    details,
  });
  await trx('repositories').where('component_id', place.owner.id).update({ merge_failure: failure });
}

/**
 * Our own commit has moved the head; for a transaction of `commitHead`. What the database holds of the files moves along if
 * it was up to date, and an earlier failure is no longer the newest thing that happened.
 */
export async function advanceHead(
  trx: Knex.Transaction,
  { owner }: Workplace,
  from: string,
  to: string,
): Promise<void> {
  await trx('repositories')
    .where({ component_id: owner.id, processed_sha: from })
    .update({ processed_sha: to });
  await trx('repositories').where('component_id', owner.id).update({ merge_failure: null });
}
