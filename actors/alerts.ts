import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { Alert } from '../models/alert.ts';
import { recordChange } from '../models/change.ts';
import { type AlertName, alertKinds, lockingAlerts } from './alert-kinds.ts';
import { setLock } from './component-lock.ts';

/** Where alerts go: those about the repository to all components in it. */
export interface AlertPlace {
  owner: { id: number };
  components: readonly { id: number }[];
}

/** From this severity on the history says that an alert was raised. */
const recordedSeverity = 50;

/**
 * Raises an alert on `component`, or brings its details up to date. One that the whole repository shares goes to every
 * component in it. An alert that locks does so only when it is new: who unlocks in spite of it shall not be locked out
 * again by the next try.
 */
export async function raiseAlert(
  trx: Knex.Transaction,
  place: AlertPlace,
  name: AlertName,
  details: Record<string, unknown>,
  component: { id: number } = place.owner,
): Promise<void> {
  const kind = alertKinds[name];
  const locks = kind.locks && (await locksOnError(trx, place.owner.id));
  for (const { id } of kind.shared ? place.components : [component]) {
    const isNew = await storeAlert(trx, id, name, details);
    if (isNew && kind.severity >= recordedSeverity) {
      const { id: alertId } = await Alert.query(trx).findOne({ component_id: id, name }).throwIfNotFound();
      await recordChange(trx, {
        action: action.ALERT,
        component_id: id,
        alert_id: alertId,
        details: { alert: name },
      });
    }
    if (isNew && locks) {
      await setLock(trx, id, true, { userId: null, auto: true });
    }
  }
}

/** Takes an alert away. A lock that came from alerts goes with the last of them. */
export async function clearAlert(
  trx: Knex.Transaction,
  place: AlertPlace,
  name: AlertName,
  component: { id: number } = place.owner,
): Promise<void> {
  for (const { id } of alertKinds[name].shared ? place.components : [component]) {
    const removed = await trx('alerts').where({ component_id: id, name }).delete();
    if (removed > 0 && alertKinds[name].locks) {
      await unlockIfCalm(trx, id);
    }
  }
}

/** Raises the alert while there is something to tell (`details`), clears it otherwise (null). */
export async function setAlert(
  trx: Knex.Transaction,
  place: AlertPlace,
  name: AlertName,
  details: Record<string, unknown> | null,
  component: { id: number } = place.owner,
): Promise<void> {
  if (details) {
    await raiseAlert(trx, place, name, details, component);
  } else {
    await clearAlert(trx, place, name, component);
  }
}

async function storeAlert(
  trx: Knex.Transaction,
  componentId: number,
  name: AlertName,
  details: Record<string, unknown>,
): Promise<boolean> {
  const now = Date.now();
  const text = JSON.stringify(details);
  const updated = await trx('alerts')
    .where({ component_id: componentId, name })
    .update({ details: text, updated: now });
  if (updated > 0) {
    return false;
  }
  await trx('alerts').insert({
    component_id: componentId,
    name,
    details: text,
    timestamp: now,
    updated: now,
  });
  return true;
}

async function locksOnError(trx: Knex.Transaction, ownerId: number): Promise<boolean> {
  const row = await trx('components').where({ id: ownerId }).first('auto_lock_error');
  return Boolean(row?.auto_lock_error);
}

async function unlockIfCalm(trx: Knex.Transaction, componentId: number): Promise<void> {
  const component = await trx('components').where({ id: componentId }).first('auto_locked');
  const [left] = await trx('alerts')
    .where({ component_id: componentId })
    .whereIn('name', lockingAlerts)
    .limit(1)
    .pluck('id');
  if (component?.auto_locked && left === undefined) {
    await setLock(trx, componentId, false, { userId: null, auto: true });
  }
}
