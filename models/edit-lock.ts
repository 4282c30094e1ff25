import type { Knex } from 'knex';

class ComponentLocked extends Error {
  override name = 'ComponentLocked';
}

/**
 * Begins one of many transactions that edit strings of a component. Who locks the component waits for this one, and
 * none follows.
 * @throws {ComponentLocked} for `stoppedByLock`
 */
export async function demandUnlocked(trx: Knex.Transaction, componentId: number): Promise<void> {
  const row = await trx('components').where('id', componentId).forShare().first('locked');
  if (row?.locked) {
    throw new ComponentLocked(`Component ${componentId} is locked.`);
  }
}

/** Whether a lock ended `edits`, which begin their transactions with `demandUnlocked`, before they were all done. */
export async function stoppedByLock(edits: () => Promise<void>): Promise<boolean> {
  try {
    await edits();
    return false;
  } catch (error) {
    if (error instanceof ComponentLocked) {
      return true;
    }
    throw error;
  }
}
