import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Database } from '../models/database.ts';
import { editsAtOnce } from '../models/edit-batches.ts';

/** Gives `items` to `work`, a few in each transaction and other work between them; yields what it made of each few. */
export async function* inBatches<Item, Result>(
  db: Database,
  items: readonly Item[],
  work: (trx: Knex.Transaction, item: Item) => Promise<Result>,
): AsyncGenerator<Result[]> {
  const size = editsAtOnce[db.engine];
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size);
    yield await db.transaction(async (trx) => {
      const results: Result[] = [];
      for (const item of batch) {
        results.push(await work(trx, item));
      }
      return results;
    });
    await pause();
  }
}
