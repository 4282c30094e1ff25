import { z } from 'zod';
import type { CommitInfo, RepositoryState } from '../../models/repository-state.ts';

const commitShape = z
  .object({
    revision: z.string(),
    shortrevision: z.string(),
    author: z.string(),
    author_name: z.string(),
    author_email: z.string(),
    authordate: z.string(),
    commit: z.string(),
    commit_name: z.string(),
    commit_email: z.string(),
    commitdate: z.string(),
    message: z.string(),
    summary: z.string(),
  })
  .meta({ id: 'CommitInfo' });

export const repositoryShape = z
  .object({
    needs_commit: z.boolean(),
    needs_merge: z.boolean(),
    needs_push: z.boolean(),
    url: z.string(),
    pending_units: z.object({
      total: z.int(),
      errors_skipped: z.int(),
      commit_policy_skipped: z.int(),
      eligible_for_commit: z.int(),
    }),
    remote_commit: z.string().nullable(),
    remote_commit_info: commitShape.nullable(),
    local_commit: commitShape.nullable(),
    status: z.string().nullable(),
    merge_failure: z.string().nullable(),
    outgoing_commits: z.int().nullable(),
    missing_commits: z.int().nullable(),
  })
  .meta({ id: 'Repository' });

export type RepositoryJson = z.infer<typeof repositoryShape>;

/** Numbers of strings whose edits wait for their commit. */
export interface PendingUnits {
  total: number;
  errors_skipped: number;
  commit_policy_skipped: number;
  eligible_for_commit: number;
}

/** The state of one working copy, for a component or translation in it; `isOwner`: the component it belongs to. */
export function presentRepository(
  state: RepositoryState | undefined,
  { pending, url, isOwner }: { pending: PendingUnits; url: string; isOwner: boolean },
): RepositoryJson {
  return {
    needs_commit: pending.eligible_for_commit > 0,
    needs_merge: (state?.missing ?? 0) > 0,
    needs_push: (state?.outgoing ?? 0) > 0,
    url,
    pending_units: pending,
    remote_commit: state?.remote_sha ?? null,
    remote_commit_info: commit(state?.remote_info),
    local_commit: commit(state?.local_info),
    status: state?.status ?? '',
    // Failures are part of the history of the component that owns the repository.
    merge_failure: isOwner ? (state?.merge_failure ?? null) : null,
    outgoing_commits: state?.outgoing ?? 0,
    missing_commits: state?.missing ?? 0,
  };
}

/** The summary of several working copies: what is true of any is true of all together. */
export function presentRepositories(
  states: readonly RepositoryState[],
  { pending, url }: { pending: PendingUnits; url: string },
): RepositoryJson {
  return {
    needs_commit: pending.total > 0,
    needs_merge: states.some(({ missing }) => missing > 0),
    needs_push: states.some(({ outgoing }) => outgoing > 0),
    url,
    pending_units: pending,
    remote_commit: null,
    remote_commit_info: null,
    local_commit: null,
    status: null,
    merge_failure: null,
    outgoing_commits: null,
    missing_commits: null,
  };
}

function commit(info: CommitInfo | null | undefined): CommitInfo | null {
  return info ?? null;
}
