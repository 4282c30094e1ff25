import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { removeComponents } from '../models/removal.ts';
import type { OperationResult } from './component-jobs.ts';
import type { Ctx } from './job.ts';
import { copyFolder, removeCopy } from './working-copy.ts';
import type { ComponentServices } from './workplace.ts';

/**
 * Removes a component with its strings, those that share its repository, and its working copy. Works on a component that is
 * gone already: then only what is left of it on the disk goes.
 */
export async function removeComponent(
  ctx: Ctx,
  { vcsFolder }: ComponentServices,
  componentId: number,
  userId: number | null,
): Promise<OperationResult> {
  await ctx.commit(async (trx) => {
    const component = await trx('components').where('id', componentId).first('project_id', 'slug');
    if (!component) {
      return;
    }
    await removeComponents(trx, [componentId]);
    await recordChange(trx, {
      action: action.REMOVE_COMPONENT,
      project_id: component.project_id,
      user_id: userId,
      target: component.slug,
    });
  });
  // A component that shared the repository of another has no folder of its own.
  await removeCopy(copyFolder(vcsFolder, componentId));
  return { result: true };
}
