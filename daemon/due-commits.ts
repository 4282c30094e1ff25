import type { Knex } from 'knex';

export interface DueCommit {
  id: number;
  linked_component_id: number | null;
}

const hour = 3_600_000;

/**
 * Components with an edit that has waited for its commit as long as `commit_pending_age` (hours) allows. A component that
 * works in the repository of another goes by that one's setting. Edits that their file refused do not count.
 */
export async function dueCommits(knex: Knex, now: number): Promise<DueCommit[]> {
  const waiting: (DueCommit & { oldest: number; age: number })[] = await knex('pending_changes as edits')
    .join('components', 'components.id', 'edits.component_id')
    .leftJoin('components as owners', 'owners.id', 'components.linked_component_id')
    .whereNull('edits.failure')
    .groupBy(
      'components.id',
      'components.linked_component_id',
      'components.commit_pending_age',
      'owners.commit_pending_age',
    )
    .orderBy('components.id')
    .select('components.id', 'components.linked_component_id')
    .select(knex.raw('COALESCE(owners.commit_pending_age, components.commit_pending_age) AS age'))
    .min({ oldest: 'edits.created_at' });
  return waiting.filter(({ oldest, age }) => oldest <= now - age * hour);
}
