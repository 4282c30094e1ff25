import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { projectsUsing } from '../models/glossary.ts';
import { removeComponents } from '../models/removal.ts';
import type { ComponentJobs, OperationResult } from './component-jobs.ts';
import type { Ctx } from './job.ts';
import { comparedIn, recheck, translatedIn } from './recheck.ts';
import { lockCategory, removeEmptyCategory } from './remove-category.ts';
import { copyFolder, removeCopy } from './working-copy.ts';
import type { ComponentServices } from './workplace.ts';

/**
 * Removes a component with its strings, those that share its repository, and its working copy. Works on a component that is
 * gone already: then only what is left of it on the disk goes. `category_id` names the category that is removed with it, which
 * goes together with the last component in it.
 */
export async function removeComponent(
  ctx: Ctx,
  { vcsFolder }: ComponentServices,
  { component_id: componentId, category_id: categoryId }: ComponentJobs['remove-component']['payload'],
  userId: number | null,
): Promise<OperationResult> {
  await ctx.commit(async (trx) => {
    if (categoryId !== undefined) {
      await lockCategory(trx, categoryId);
    }
    const component = await trx('components')
      .where('id', componentId)
      .first('project_id', 'slug', 'allow_translation_propagation', 'is_glossary');
    if (component) {
      const projects = component.is_glossary === 1 ? await projectsUsing(trx, componentId) : [];
      await removeComponents(trx, [componentId]);
      await recheck(trx, translatedIn(projects));
      if (component.allow_translation_propagation === 1 && categoryId === undefined) {
        await recheck(trx, comparedIn(component.project_id));
      }
      await recordChange(trx, {
        action: action.REMOVE_COMPONENT,
        project_id: component.project_id,
        user_id: userId,
        target: component.slug,
      });
    }
    if (categoryId !== undefined) {
      await removeEmptyCategory(trx, categoryId, userId);
    }
  });
  // A component that shared the repository of another has no folder of its own.
  await removeCopy(copyFolder(vcsFolder, componentId));
  return { result: true };
}
