import { dropPending } from '../models/pending-rows.ts';
import type { Workplace } from './workplace.ts';

/**
 * Gives up all waiting edits of the working copy. Their files count as never read, so that the next reading puts back what
 * they say: until then the database still shows the edits.
 */
export async function dropWaiting({ ctx, components }: Workplace): Promise<void> {
  const ids = components.map((component) => component.id);
  await ctx.commit(async (trx) => {
    const rows: { unit_id: number; translation_id: number }[] = await trx('pending_changes')
      .whereIn('component_id', ids)
      .distinct('unit_id', 'translation_id');
    await dropPending(
      trx,
      rows.map((row) => row.unit_id),
    );
    const translations = [...new Set(rows.map((row) => row.translation_id))];
    await trx('translations').whereIn('id', translations).update({ revision: unread });
  });
}

/** A revision that no file has; not '', which stands for a file that was never read. */
const unread = 'unread';
