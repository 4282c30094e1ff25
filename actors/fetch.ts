import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { clearAlert, raiseAlert } from './alerts.ts';
import { sourceRemote } from './component-remote.ts';
import { GitError } from './git-error.ts';
import { fetchBranch } from './git-remote.ts';
import { RepositoryUrlError } from './repository-url.ts';
import type { Workplace } from './workplace.ts';

/** The newest commit of the remote branch, or why it could not be asked for. */
export type Fetched = { commit: string } | { commit: null; detail: string };

/** Gets what is new upstream, and tells the history and the alerts how that went. */
export async function fetchUpstream(place: Workplace): Promise<Fetched> {
  const { ctx, owner } = place;
  const previous = await knownRemote(place);
  try {
    return { commit: await takeUpstream(place) };
  } catch (error) {
    if (!(error instanceof GitError || error instanceof RepositoryUrlError)) {
      throw error;
    }
    const detail = error.message;
    ctx.log(detail);
    await ctx.commit(async (trx) => {
      await recordChange(trx, {
        action: action.FAILED_REMOTE_UPDATE,
        component_id: owner.id,
        user_id: place.userId,
        target: detail,
        details: { error: detail, branch: owner.branch, previous_remote_revision: previous },
      });
      await raiseAlert(trx, place, 'UpdateFailure', { error: detail });
    });
    return { commit: null, detail };
  }
}

/**
 * As `fetchUpstream`, but a failure is nothing except an error: neither told nor a reason to lock the component.
 * @throws {GitError} @throws {RepositoryUrlError}
 */
export async function takeUpstream(place: Workplace): Promise<string> {
  const { ctx, owner } = place;
  ctx.step('fetch');
  const previous = await knownRemote(place);
  const remote = await sourceRemote(place);
  const commit = await fetchBranch(place.folder, remote, owner.branch, place.git);
  await ctx.commit(async (trx) => {
    await clearAlert(trx, place, 'UpdateFailure');
    await trx('repositories')
      .where('component_id', owner.id)
      .update({ remote_sha: commit, fetched_at: Date.now() });
    if (commit !== previous) {
      await recordChange(trx, {
        action: action.REMOTE_UPDATE,
        component_id: owner.id,
        user_id: place.userId,
        details: { branch: owner.branch, previous_remote_revision: previous, remote_revision: commit },
      });
    }
  });
  return commit;
}

async function knownRemote({ services, owner }: Workplace): Promise<string | null> {
  const known = await services.db.writer('repositories').where('component_id', owner.id).first('remote_sha');
  return known?.remote_sha ?? null;
}
