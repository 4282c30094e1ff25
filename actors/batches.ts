import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isMysql } from '../models/database.ts';
import type { Ctx } from './job.ts';

/**
 * Milliseconds of writing in one transaction, before its COMMIT. With SQLite a save waits behind it and shall not notice;
 * MariaDB and MySQL work on both at the same time, and only their counters, written last, stand in each other's way.
 */
const aims = { sqlite: 8, mysql: 20 };
/** Items of a transaction: of the first one, and the bounds of the others. */
const sizes = { first: 100, least: 25, most: 500 };
/** Turns of the event loop between two transactions: a request that has come needs a few until it has written. */
const turns = 4;

/**
 * Writes many items in transactions of their own, one after the other, each with as many items as the one before makes
 * believe that there is time for. Requests run in between: SQLite works in this very thread, and without a pause nobody
 * else would get a turn before the last batch. Until the job commits something else, a power cut may undo the batches:
 * each must be one that the next run would find undone.
 * @param done called after each batch with the number of items written
 */
export async function writeInBatches<T>(
  ctx: Ctx,
  items: readonly T[],
  write: (trx: Knex.Transaction, batch: readonly T[]) => Promise<unknown>,
  done: (count: number) => void = () => undefined,
): Promise<void> {
  let size = sizes.first;
  for (let start = 0; start < items.length; ) {
    ctx.signal.throwIfAborted();
    const batch = items.slice(start, start + size);
    start += batch.length;
    await ctx.commit(async (trx) => {
      // Only what grows with the size: neither the waiting for the turn nor the disk at the end.
      const begin = performance.now();
      await write(trx, batch);
      size = nextSize(batch.length, performance.now() - begin, isMysql(trx) ? aims.mysql : aims.sqlite);
    }, 'repeatable');
    done(batch.length);
    for (let count = 0; count < turns; count += 1) {
      await turn();
    }
  }
}

/** The size that takes the time `aim`, when `size` took `milliseconds`; at most twice the size, or half of it. */
function nextSize(size: number, milliseconds: number, aim: number): number {
  const fitting = (size * aim) / Math.max(milliseconds, 0.1);
  const bounded = Math.min(Math.max(fitting, size / 2), size * 2);
  return Math.round(Math.min(Math.max(bounded, sizes.least), sizes.most));
}
