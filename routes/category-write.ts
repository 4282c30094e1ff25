import type { Knex } from 'knex';
import { keyOf } from '../actors/component.ts';
import { recheck } from '../actors/recheck.ts';
import { lockCategory, removeEmptyCategory } from '../actors/remove-category.ts';
import { action } from '../models/actions.ts';
import { Category } from '../models/category.ts';
import { recordChange } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { componentsWithin } from '../models/components-within.ts';
import { moveComponents } from '../models/move.ts';
import { subtree } from '../models/newest.ts';
import { rebasePaths } from '../models/paths.ts';
import { Project } from '../models/project.ts';
import type { User } from '../models/user.ts';
import { type CategoryInput, categoryColumns } from './category-input.ts';
import { checkUnique } from './component-check.ts';
import { changedColumns, inheritableIn } from './component-columns.ts';
import type { FoundCategory } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { linkedCategory, linkedProject } from './linked-objects.ts';
import { checkLanguage } from './project-input.ts';

/** Categories in categories end here. */
const deepest = 3;

/** @throws {ApiError} 400 on the key that is wrong */
export async function createCategory(call: Call, input: CategoryInput): Promise<Category> {
  const { db } = call.services;
  const project = await linkedProject(call, input.project);
  const linked = await linkedCategory(call, project.id, input.category ?? null);
  const columns = categoryColumns(input);
  return db.transaction(async (trx) => {
    await lockTree(trx, project.id);
    const parent = await asItIs(trx, linked);
    await checkLanguage(trx, input.secondary_language);
    await checkDepth(trx, parent, 1);
    await checkUnique(trx, { projectId: project.id, category: parent }, input, null);
    return Category.query(trx).insertAndFetch({
      ...columns,
      own_settings: inheritableIn(columns),
      project_id: project.id,
      category_id: parent?.id ?? null,
      path: `${parent?.path ?? project.slug}/${input.slug}`,
    });
  });
}

/**
 * Changes a category. With its slug or place the paths of all that is in it change; working copies are named by ids and
 * stay where they are.
 * @throws {ApiError} 400 on the key that is wrong
 */
export async function updateCategory(
  call: Call,
  found: FoundCategory,
  input: Partial<CategoryInput>,
): Promise<Category> {
  const { project } = found;
  if (input.project !== undefined && (await linkedProject(call, input.project)).id !== project.id) {
    throw invalid('project', 'A category stays in its project.');
  }
  const link = input.category;
  const linked = link === undefined ? undefined : await linkedCategory(call, project.id, link);
  return call.services.db.transaction(async (trx) => {
    await lockTree(trx, project.id);
    const parent = linked && (await asItIs(trx, linked));
    await checkLanguage(trx, input.secondary_language);
    const before = await Category.query(trx).findById(found.id).throwIfNotFound();
    const above = await Category.chain(trx, before.category_id);
    const changed = changedColumns<Category>(before, [...above, project], categoryColumns(input));
    const isMoved = linked !== undefined && (linked?.id ?? null) !== before.category_id;
    const place = (isMoved ? parent : above[0]) ?? null;
    if (isMoved) {
      await checkPlace(trx, before, place);
    }
    const names = isMoved ? { name: before.name, slug: before.slug, ...changed } : changed;
    await checkUnique(trx, { projectId: project.id, category: place }, names, before);
    const path = `${place?.path ?? project.slug}/${changed.slug ?? before.slug}`;
    await save(trx, before, { ...changed, category_id: place?.id ?? null }, path);
    if (isMoved || changed.check_flags !== undefined) {
      const inside = await subtree(trx, before.id);
      await recheck(trx, (components) => components.whereIn('category_id', inside), call.caller.user?.id);
    }
    await recordNames(trx, before, { changed, path }, call.caller.user);
    return Category.query(trx).findById(found.id).throwIfNotFound();
  });
}

/** Removes a category: its components by their actors' jobs, and the category with the last of them. */
export async function deleteCategory(call: Call, { id }: Category): Promise<void> {
  const { db, actors } = call.services;
  const userId = call.caller.user?.id ?? null;
  await db.transaction(async (trx) => {
    await lockCategory(trx, id);
    const components = await Component.query(trx).whereIn('category_id', await subtree(trx, id));
    for (const component of components) {
      const payload = { component_id: component.id, user_id: userId, category_id: id };
      const dedupe = `remove-category:${id}:${component.id}`;
      const options = { trx, componentId: component.id, dedupe };
      await actors.tell(keyOf(component), 'remove-component', payload, options);
    }
    if (components.length === 0) {
      await removeEmptyCategory(trx, id, userId);
    }
  });
}

/** Two moves at the same time could otherwise put each of two categories into the other. */
async function lockTree(trx: Knex.Transaction, projectId: number): Promise<void> {
  await Project.query(trx).findById(projectId).forUpdate();
}

/** A category that was looked up before the lock, with the path that it has now. @throws {ApiError} 400 on `category` */
async function asItIs(trx: Knex, category: Category | null): Promise<Category | null> {
  const current = category && (await Category.query(trx).findById(category.id));
  if (category && !current) {
    throw invalid('category', 'Invalid hyperlink - Object does not exist.', 'does_not_exist');
  }
  return current ?? null;
}

/** @throws {ApiError} 400 on `category` when it is in `moving` itself, or too deep for all that comes with it */
async function checkPlace(trx: Knex, moving: Category, parent: Category | null): Promise<void> {
  const inside = await Category.query(trx).whereIn('id', await subtree(trx, moving.id));
  if (inside.some(({ id }) => id === parent?.id)) {
    throw invalid('category', 'A category cannot be moved into itself.');
  }
  const levels = inside.map(({ path }) => path.split('/').length - moving.path.split('/').length + 1);
  await checkDepth(trx, parent, Math.max(...levels));
}

/** @param height levels of what comes into `parent` */
async function checkDepth(trx: Knex, parent: Category | null, height: number): Promise<void> {
  const depth = (await Category.chain(trx, parent?.id ?? null)).length;
  if (depth + height > deepest) {
    throw invalid('category', `Categories can be nested ${deepest} levels deep at most.`);
  }
}

async function save(
  trx: Knex.Transaction,
  before: Category,
  columns: Partial<Category>,
  path: string,
): Promise<void> {
  const write = async () => {
    await Category.query(trx).findById(before.id).patch(columns);
    if (path !== before.path) {
      await rebasePaths(trx, before.path, path);
    }
  };
  if (columns.category_id === before.category_id) {
    return write();
  }
  const ids = await subtree(trx, before.id);
  const components: number[] = await componentsWithin(trx, { category_id: ids }).pluck('components.id');
  await moveComponents(trx, components, write);
}

async function recordNames(
  trx: Knex.Transaction,
  before: Category,
  { changed, path }: { changed: Partial<Category>; path: string },
  user: User | null,
): Promise<void> {
  const who = { project_id: before.project_id, user_id: user?.id ?? null, author_id: user?.id ?? null };
  for (const key of ['name', 'slug'] as const) {
    const target = changed[key];
    if (target !== undefined) {
      await recordChange(trx, { action: action.RENAME_CATEGORY, ...who, old: before[key], target });
    }
  }
  const [old, target] = [before.path, path].map((each) => each.slice(0, each.lastIndexOf('/')));
  if (old !== target) {
    await recordChange(trx, { action: action.MOVE_CATEGORY, ...who, old, target });
  }
}
