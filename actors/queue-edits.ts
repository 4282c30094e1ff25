import type { Knex } from 'knex';
import { joinForms } from '../models/forms.ts';
import { insertRows } from '../models/insert-rows.ts';
import type { Unit } from '../models/unit.ts';
import { botId } from './bots.ts';

/** Queues new states of strings whose text stays, so that their files learn them. */
export async function queueStates(
  trx: Knex.Transaction,
  componentId: number,
  changes: readonly { unit: Unit; state: number | undefined }[],
): Promise<void> {
  if (changes.length === 0) {
    return;
  }
  const author = await botId(trx, 'repository:source-change');
  const now = Date.now();
  const rows = changes.map(({ unit, state }) => ({
    unit_id: unit.id,
    translation_id: unit.translation_id,
    component_id: componentId,
    author_id: author,
    target: joinForms(unit.target),
    state: state ?? unit.state,
    explanation: '',
    automatic: 1,
    base_target: joinForms(unit.target),
    base_state: unit.state,
    unit_version: unit.version + 1,
    created_at: now,
  }));
  await insertRows(trx, 'pending_changes', rows);
  await trx('units')
    .whereIn(
      'id',
      changes.map(({ unit }) => unit.id),
    )
    .update({ pending: 1 });
}
