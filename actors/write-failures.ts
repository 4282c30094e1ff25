import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { joinForms } from '../models/forms.ts';
import { isFuzzy, Unit, unitState } from '../models/unit.ts';
import { updateUnits } from '../models/unit-rows.ts';
import { sameForms } from './sync-plan.ts';
import { failureText, missingString } from './writable-edits.ts';
import type { QueuedEdit, WrittenEdits } from './write-edits.ts';

/**
 * Keeps edits that did not get into the file on the queue, with the reason, and has their strings looked at by a person.
 * @param attempt names the circumstances; the edits are tried again when they differ
 */
export async function markFailed(
  trx: Knex.Transaction,
  rows: readonly QueuedEdit[],
  { missing, refused }: WrittenEdits,
  attempt: string,
  userId: number | null,
): Promise<void> {
  const missingUnits = new Set(missing.map((row) => row.unit_id));
  const failures = [
    ...rows.filter((row) => missingUnits.has(row.unit_id)).map((row) => ({ row, failure: missingString })),
    ...refused.map(({ row, reason }) => ({ row, failure: failureText(reason) })),
  ];
  for (const { row, failure } of failures) {
    await trx('pending_changes')
      .where('id', row.id)
      .update({ failure, failed_revision: attempt, failed_at: Date.now() });
  }
  const counters = new CounterBatch();
  const fresh = failures.filter(({ row, failure }) => row.failure !== failure);
  const units = await Unit.query(trx).whereIn(
    'id',
    fresh.map(({ row }) => row.unit_id),
  );
  const changes = units
    .filter((unit) => !isFuzzy(unit.state) && unit.state !== unitState.readonly)
    .map((unit) => ({
      unit,
      values: { state: unitState.needsEditing, original_state: unitState.needsEditing },
    }));
  await updateUnits(trx, counters, changes);
  for (const unit of units) {
    const failed = fresh.find(({ row }) => row.unit_id === unit.id);
    await recordFailure(trx, unit, failed?.failure ?? '', userId);
  }
  await counters.apply(trx);
}

/** A string whose edit failed before and is in the file now gets the state that the edit gave it. */
export async function restoreStates(trx: Knex.Transaction, written: readonly QueuedEdit[]): Promise<void> {
  const retried = new Map(written.filter((row) => row.failure !== null).map((row) => [row.unit_id, row]));
  if (retried.size === 0) {
    return;
  }
  const counters = new CounterBatch();
  const units = await Unit.query(trx).whereIn('id', [...retried.keys()]);
  const changes = units.flatMap((unit) => {
    const { target, state } = retried.get(unit.id)!;
    const isUntouched = sameForms(unit.target, target) && unit.state === unitState.needsEditing;
    return isUntouched ? [{ unit, values: { state, original_state: state } }] : [];
  });
  await updateUnits(trx, counters, changes);
  await counters.apply(trx);
}

async function recordFailure(
  trx: Knex.Transaction,
  unit: Unit,
  reason: string,
  userId: number | null,
): Promise<void> {
  const target = joinForms(unit.target);
  await recordChange(trx, {
    action: action.SAVE_FAILED,
    translation_id: unit.translation_id,
    unit_id: unit.id,
    user_id: userId,
    target,
    old: target,
    details: {
      state: unitState.needsEditing,
      old_state: unit.state,
      source: joinForms(unit.source),
      context: unit.context,
      reason,
    },
  });
}
