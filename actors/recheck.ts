import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { keyOf } from './actor-key.ts';
import type { ComponentJobKind, ComponentPayload } from './component-jobs.ts';

const rowsAtOnce = 200;

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
  const now = Date.now();
  const rows = components.map((component) => ({
    uuid: randomUUID(),
    key: keyOf(component),
    kind: 'check-strings' satisfies ComponentJobKind,
    payload: JSON.stringify({ component_id: component.id, user_id: userId } satisfies ComponentPayload),
    state: 'queued',
    log: '',
    dedupe: `check-strings:${component.id}`,
    run_after: now,
    created_at: now,
    updated_at: now,
    component_id: component.id,
    user_id: userId,
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    // A project can have thousands of components, so not one by one.
    await trx('jobs')
      .insert(rows.slice(start, start + rowsAtOnce))
      .onConflict('dedupe')
      .ignore();
  }
}

/** Components of a project whose strings are compared with those of others. */
export function comparedIn(projectId: number): (components: Knex.QueryBuilder) => void {
  return (components) => components.where({ project_id: projectId, allow_translation_propagation: 1 });
}

/** Components of projects that may have followed a glossary which is gone: what they failed for it they fail no longer. */
export function translatedIn(projectIds: readonly number[]): (components: Knex.QueryBuilder) => void {
  return (components) => components.whereIn('project_id', [...projectIds]).where('is_glossary', 0);
}
