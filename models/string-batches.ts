import { setImmediate as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { demandUnlocked } from './edit-lock.ts';
import { addStrings, type StringsAddition } from './string-add.ts';

/**
 * Rows that are added in one transaction: some dozens of strings for about as many statements as one string takes. With
 * MariaDB and MySQL a save that comes meanwhile waits for the locks of all: it takes two or three times as long, for a
 * tenth of the time that one string after the other would take.
 */
const rowsAtOnce = 100;

/**
 * Gives strings to `addStrings`, some in each transaction and other work between them; yields what it gives for each
 * some.
 * @throws when the component is locked: see `stoppedByLock`
 */
export async function* addInBatches(
  db: Database,
  addition: StringsAddition,
): AsyncGenerator<(number | null)[]> {
  const { strings } = addition;
  const size = Math.max(1, Math.floor(rowsAtOnce / (await languagesOf(db, addition))));
  for (let start = 0; start < strings.length; start += size) {
    const some = strings.slice(start, start + size);
    yield await db.transaction(async (trx) => {
      await demandUnlocked(trx, addition.component.id);
      return addStrings(trx, { ...addition, strings: some });
    });
    await pause();
  }
}

/** Languages that get each of the strings, at most. */
async function languagesOf(
  { reader }: Database,
  { component, translation }: StringsAddition,
): Promise<number> {
  if (!translation.is_source && !component.is_glossary) {
    return 2;
  }
  const row = await reader('translations').where('component_id', component.id).count({ count: '*' }).first();
  return Math.max(1, Number(Object(row).count));
}
