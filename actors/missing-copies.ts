import type { Database } from '../models/database.ts';
import { keyOf } from './component.ts';
import type { ActorSystem } from './system.ts';
import { copyFolder, hasCopy } from './working-copy.ts';

/**
 * Adds a job for each repository whose working copy is gone; any job makes it anew, this one does nothing more than ask the
 * remote. Gives the ids of the components. For the start: what is read from the copies should not wait for the next edit.
 */
export async function renewMissingCopies(
  db: Database,
  actors: ActorSystem,
  vcsFolder: string,
): Promise<number[]> {
  const owners: number[] = await db
    .reader('repositories')
    .whereNotNull('local_sha')
    .orderBy('component_id')
    .pluck('component_id');
  const missing: number[] = [];
  for (const id of owners) {
    if (!(await hasCopy(copyFolder(vcsFolder, id)))) {
      missing.push(id);
      const key = keyOf({ id, linked_component_id: null });
      await actors.tell(key, 'fetch', { component_id: id }, { dedupe: `renew:${id}`, componentId: id });
    }
  }
  return missing;
}
