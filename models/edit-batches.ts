import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { demandUnlocked } from './edit-lock.ts';

/**
 * Strings that are edited in one transaction where many are edited one after the other. Each costs as much as a save, and all
 * counters stay locked until the transaction ends: one save of somebody else gets its turn after each. On SQLite a few share
 * the wait for the disk; on MariaDB and MySQL saves would wait for the locks of five strings, and the edits themselves take
 * twice as long then.
 */
const editsAtOnce: Readonly<Record<Database['engine'], number>> = { sqlite: 5, mysql: 1 };

/**
 * Gives `items` to `work`, which edits strings of the component, a few in each transaction and other work between them;
 * yields what it made of each few.
 * @throws when the component is locked: see `stoppedByLock`
 */
export async function* inBatches<Item, Result>(
  db: Database,
  componentId: number,
  items: readonly Item[],
  work: (trx: Knex.Transaction, item: Item) => Promise<Result>,
): AsyncGenerator<Result[]> {
  const size = editsAtOnce[db.engine];
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size);
    yield await db.transaction(async (trx) => {
      await demandUnlocked(trx, componentId);
      const results: Result[] = [];
      for (const item of batch) {
        results.push(await work(trx, item));
      }
      return results;
    });
    await pause();
  }
}
