import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { subtree } from '../models/newest.ts';
import { removeCategory } from '../models/removal.ts';

/**
 * Takes the lock under which components leave a category that is being removed. Call it first in a transaction: of two
 * that take the last components at the same time, the second must see that nothing is left.
 */
export async function lockCategory(trx: Knex.Transaction, categoryId: number): Promise<void> {
  await trx('categories').where('id', categoryId).forUpdate().first('id');
}

/** Removes a category with the categories in it, unless there still is a component in one of them. */
export async function removeEmptyCategory(
  trx: Knex.Transaction,
  categoryId: number,
  userId: number | null,
): Promise<void> {
  const category = await trx('categories').where('id', categoryId).first('project_id', 'slug');
  if (!category) {
    return;
  }
  const ids = await subtree(trx, categoryId);
  const left = await trx('components').whereIn('category_id', ids).forUpdate().first('id');
  if (left) {
    return;
  }
  await removeCategory(trx, categoryId);
  await recordChange(trx, {
    action: action.REMOVE_CATEGORY,
    project_id: category.project_id,
    user_id: userId,
    author_id: userId,
    target: category.slug,
  });
}
