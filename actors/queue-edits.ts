import type { Knex } from 'knex';
import { insertPending } from '../models/pending-rows.ts';
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
  const authorId = await botId(trx, 'repository:source-change');
  const at = Date.now();
  await insertPending(
    trx,
    changes.map(({ unit, state }) => ({
      unit,
      componentId,
      authorId,
      target: unit.target,
      state: state ?? unit.state,
      automatic: true,
      at,
    })),
  );
  await trx('units')
    .whereIn(
      'id',
      changes.map(({ unit }) => unit.id),
    )
    .update({ pending: 1 });
}
