import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Ctx } from './job.ts';

/** Items of one transaction: a save that waits behind it does not notice. */
const batchSize = 50;

/**
 * Writes many items in transactions of their own, one after the other. Requests run in between: SQLite works in this very
 * thread, and without a pause nobody else would get a turn before the last batch.
 * @param done called after each batch with the number of items written
 */
export async function writeInBatches<T>(
  ctx: Ctx,
  items: readonly T[],
  write: (trx: Knex.Transaction, batch: readonly T[]) => Promise<unknown>,
  done: (count: number) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    ctx.signal.throwIfAborted();
    const batch = items.slice(start, start + batchSize);
    await ctx.commit((trx) => write(trx, batch));
    done(batch.length);
    await pause();
  }
}
