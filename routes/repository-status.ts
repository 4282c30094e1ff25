import type { Knex } from 'knex';
import { attemptOf, chooseWritable, type WaitingEdit } from '../actors/writable-edits.ts';
import { RepositoryState } from '../models/repository-state.ts';
import type { PendingUnits } from './present/repository.ts';

/** Where strings wait for their commit: all of a project, a component or a translation. */
export type PendingScope = { project_id: number } | { component_id: number } | { translation_id: number };

interface WaitingRow extends WaitingEdit {
  translation_id: number;
  revision: string;
  commit_policy: number;
}

/** Counts the strings of `scope` that wait, by whether a commit now would take them. */
export async function countPending(
  knex: Knex,
  scope: PendingScope,
  { version, now }: { version: string; now: number },
): Promise<PendingUnits> {
  const [column, id] = Object.entries(scope)[0]!;
  const rows: WaitingRow[] = await knex('pending_changes')
    .join('translations', 'translations.id', 'pending_changes.translation_id')
    .join('components', 'components.id', 'pending_changes.component_id')
    .join('projects', 'projects.id', 'components.project_id')
    .where(column === 'project_id' ? 'components.project_id' : `pending_changes.${column}`, id)
    .orderBy('pending_changes.id')
    .select(
      'pending_changes.unit_id',
      'pending_changes.translation_id',
      'pending_changes.state',
      'pending_changes.failure',
      'pending_changes.failed_revision',
      'pending_changes.failed_at',
      'translations.revision',
      'projects.commit_policy',
    );
  const counts = { total: 0, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: 0 };
  for (const edits of Map.groupBy(rows, (row) => row.translation_id).values()) {
    addCounts(counts, edits, { version, now });
  }
  return counts;
}

function addCounts(
  counts: PendingUnits,
  edits: readonly WaitingRow[],
  { version, now }: { version: string; now: number },
): void {
  const [{ revision, commit_policy: policy }] = edits as [WaitingRow];
  const choice = chooseWritable(edits, { policy, attempt: attemptOf(revision, version), now });
  // A string counts once, as the best of its edits.
  const standing = new Map<number, keyof PendingUnits>();
  for (const [name, rows] of [
    ['commit_policy_skipped', choice.held],
    ['errors_skipped', choice.failed],
    ['eligible_for_commit', choice.writable],
  ] as const) {
    for (const { unit_id } of rows) {
      standing.set(unit_id, name);
    }
  }
  for (const name of standing.values()) {
    counts[name] += 1;
    counts.total += 1;
  }
}

/** What is known of the working copies of the components with these ids. */
export function repositoryStates(knex: Knex, ownerIds: readonly number[]): Promise<RepositoryState[]> {
  return RepositoryState.query(knex)
    .whereIn('component_id', [...new Set(ownerIds)])
    .execute();
}
