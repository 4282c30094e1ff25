import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { keyOf } from './actor-key.ts';
import type { ComponentJobs } from './component-jobs.ts';
import { insertJob } from './job-rows.ts';

/**
 * Adds a job that checks all strings anew to each component that `narrow` leaves. A job that still waits will see what is
 * asked for now, so there is never more than one of a component waiting. Nobody is woken for it: it is found with the next
 * look for due jobs.
 */
export async function recheck(
  trx: Knex.Transaction,
  narrow: (components: Knex.QueryBuilder) => void,
  userId: number | null = null,
): Promise<void> {
  const query: Knex.QueryBuilder = trx('components').orderBy('id').select('id', 'linked_component_id');
  narrow(query);
  const components: { id: number; linked_component_id: number | null }[] = await query;
  for (const component of components) {
    const payload: ComponentJobs['check-strings']['payload'] = {
      component_id: component.id,
      user_id: userId,
    };
    await insertJob(trx, {
      uuid: randomUUID(),
      key: keyOf(component),
      kind: 'check-strings',
      payload,
      dedupe: `check-strings:${component.id}`,
      runAfter: Date.now(),
      componentId: component.id,
      userId,
    });
  }
}

/** Components of a project whose strings are compared with those of others. */
export function comparedIn(projectId: number): (components: Knex.QueryBuilder) => void {
  return (components) => components.where({ project_id: projectId, allow_translation_propagation: 1 });
}
