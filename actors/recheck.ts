import type { Knex } from 'knex';
import { keyOf } from './component.ts';
import type { ActorSystem } from './system.ts';

/** A component whose strings are to be checked. */
export interface RecheckedComponent {
  id: number;
  linked_component_id: number | null;
}

/**
 * Adds a job that checks all strings of each component anew. One that waits already will see what is asked for now, so
 * there is never more than one waiting.
 */
export async function recheck(
  actors: ActorSystem,
  components: readonly RecheckedComponent[],
  options: { trx?: Knex.Transaction; userId?: number | null } = {},
): Promise<void> {
  const { trx, userId = null } = options;
  for (const component of components) {
    const payload = { component_id: component.id, user_id: userId };
    const dedupe = `check-strings:${component.id}`;
    await actors.tell(keyOf(component), 'check-strings', payload, {
      ...(trx ? { trx } : {}),
      dedupe,
      componentId: component.id,
    });
  }
}

/** All components of a project; with `compared`, only those whose strings are compared with each other. */
export function componentsOf(
  knex: Knex,
  projectId: number,
  { compared = false } = {},
): Promise<RecheckedComponent[]> {
  const query = knex('components').where('project_id', projectId);
  if (compared) {
    query.where('allow_translation_propagation', 1);
  }
  return query.orderBy('id').select('id', 'linked_component_id');
}
