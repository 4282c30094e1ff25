import { queueAgainst, writeEverything } from './file-sync.ts';
import { headSnapshot } from './snapshot.ts';
import type { Workplace } from './workplace.ts';

/**
 * After the working copy was lost and cloned anew: commits that had not been pushed are gone with it, but what they said
 * is in the database. Then it is written again; otherwise the files are simply as new as upstream.
 */
export async function restoreCopy(place: Workplace): Promise<void> {
  const { owner, services, ctx } = place;
  const known = await services.db.writer('repositories').where('component_id', owner.id).first('outgoing');
  if (owner.vcs !== 'local' && !known?.outgoing) {
    return;
  }
  ctx.log('The working copy was lost; writing what had not been pushed.');
  for (const problem of await queueAgainst(place, await headSnapshot(place))) {
    ctx.log(problem);
  }
  await writeEverything(place);
}
