import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';

export interface LockReason {
  /** Who locks or unlocks; null: the server. */
  userId: number | null;
  /** The lock comes from an alert and goes with it. One set by a person stays until a person takes it away. */
  auto?: boolean;
}

/**
 * Locks a component against editing, or unlocks it. Repository operations go on. Gives whether anything changed; only
 * then is it recorded. Whoever locks by hand adds a commit job first, so that no edit stays behind the lock.
 */
export async function setLock(
  trx: Knex.Transaction,
  componentId: number,
  locked: boolean,
  { userId, auto = false }: LockReason,
): Promise<boolean> {
  const changed = await trx('components')
    .where({ id: componentId, locked: locked ? 0 : 1 })
    .update({ locked: locked ? 1 : 0, auto_locked: locked && auto ? 1 : 0 });
  if (changed === 0) {
    if (locked && !auto) {
      await trx('components').where({ id: componentId }).update({ auto_locked: 0 });
    }
    return false;
  }
  await recordChange(trx, {
    action: locked ? action.LOCK : action.UNLOCK,
    component_id: componentId,
    user_id: userId,
    details: { auto },
  });
  return true;
}
