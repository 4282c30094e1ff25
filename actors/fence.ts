import type { Knex } from 'knex';
import { isMysql } from '../models/database.ts';
import { Fenced } from './job.ts';

/**
 * Claims the key: from now on every `checkEpoch` with an older epoch throws. No mailbox can rule out that a stalled
 * process wakes up and goes on after another has taken its work over; this number can.
 */
export async function nextEpoch(trx: Knex.Transaction, key: string): Promise<number> {
  await trx('actors')
    .insert({ key, epoch: 1 })
    .onConflict('key')
    .merge({ epoch: trx.raw('?? + 1', ['actors.epoch']) });
  const row = await trx('actors').where({ key }).first('epoch');
  return row.epoch;
}

/**
 * Holds the claim until the transaction ends: a newer claim has to wait for it.
 * @throws {Fenced} when the key has been claimed again since `epoch`
 */
export async function checkEpoch(trx: Knex.Transaction, key: string, epoch: number): Promise<void> {
  const query = trx('actors').where({ key }).first('epoch');
  // SQLite knows no row locks and needs none: one transaction writes at a time.
  const row = await (isMysql(trx) ? query.forUpdate() : query);
  if (row?.epoch !== epoch) {
    throw new Fenced(key);
  }
}
