import { queueAgainst, writeEverything } from './file-sync.ts';
import { headSnapshot } from './snapshot.ts';
import type { Workplace } from './workplace.ts';

/**
 * After the working copy was lost and cloned anew, and the database does not have its commits (which versions before the
 * first bundle did not store): what they said is in the database, and is written again. Without any the files are
 * simply as new as upstream.
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
