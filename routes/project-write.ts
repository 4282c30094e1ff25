import type { Knex } from 'knex';
import { keyOf } from '../actors/component.ts';
import { recheck } from '../actors/recheck.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { assignToLists } from '../models/component-list-rule.ts';
import { rebasePaths } from '../models/paths.ts';
import { Project } from '../models/project.ts';
import { removeProject } from '../models/removal.ts';
import type { User } from '../models/user.ts';
import type { ApiServices } from './http/services.ts';
import { checkProject, type ProjectInput, projectColumns } from './project-input.ts';

/** Makes a project. @throws {ApiError} 400 on keys that another project has already. */
export async function createProject(
  trx: Knex.Transaction,
  input: ProjectInput,
  user: User | null,
): Promise<Project> {
  await checkProject(trx, input, null);
  const project = await Project.query(trx).insertAndFetch({
    ...projectColumns(input),
    created_at: Date.now(),
  });
  await recordChange(trx, {
    action: action.CREATE_PROJECT,
    project_id: project.id,
    user_id: user?.id ?? null,
    author_id: user?.id ?? null,
  });
  return project;
}

/** Changes settings of a project and records each; values that are as they were leave no trace. */
export async function updateProject(
  trx: Knex.Transaction,
  projectId: number,
  input: Partial<ProjectInput>,
  user: User | null,
): Promise<Project> {
  const before = await Project.query(trx).findById(projectId).forUpdate().throwIfNotFound();
  await checkProject(trx, input, before);
  const columns = projectColumns(input);
  const changed = Object.entries(columns).filter(
    ([column, value]) => value !== undefined && value !== before[column as keyof Project],
  );
  if (changed.length === 0) {
    return before;
  }
  await Project.query(trx).findById(projectId).patch(Object.fromEntries(changed));
  if (columns.slug !== undefined && columns.slug !== before.slug) {
    await rebasePaths(trx, before.slug, columns.slug);
    await assignToLists(trx, await trx('components').where('project_id', projectId).pluck('id'));
  }
  if (changed.some(([field]) => field === 'check_flags')) {
    const components = (query: Knex.QueryBuilder) => query.where('project_id', projectId);
    await recheck(trx, components, user?.id ?? null);
  }
  for (const [field, value] of changed) {
    await recordSetting(trx, { before, field, value, user });
  }
  return Project.query(trx).findById(projectId).throwIfNotFound();
}

/** Removes a project from the database; jobs of its components then clear their working copies away. */
export async function deleteProject(
  { db, actors }: Pick<ApiServices, 'db' | 'actors'>,
  project: Project,
  user: User | null,
): Promise<void> {
  const userId = user?.id ?? null;
  await db.transaction(async (trx) => {
    const components = await removeProject(trx, project.id);
    const { slug: target } = project;
    await recordChange(trx, { action: action.REMOVE_PROJECT, user_id: userId, author_id: userId, target });
    for (const id of components) {
      const key = keyOf({ id, linked_component_id: null });
      await actors.tell(key, 'remove-component', { component_id: id, user_id: userId }, { trx });
    }
  });
}

async function recordSetting(
  trx: Knex.Transaction,
  { before, field, value, user }: { before: Project; field: string; value: unknown; user: User | null },
): Promise<void> {
  const isName = field === 'name' || field === 'slug';
  const old = textOf(before[field as keyof Project]);
  const target = textOf(value);
  await recordChange(trx, {
    action: isName ? action.RENAME_PROJECT : action.PROJECT_SETTING_CHANGE,
    project_id: before.id,
    user_id: user?.id ?? null,
    author_id: user?.id ?? null,
    old,
    target,
    details: isName ? {} : { field, old, target },
  });
}

/** A setting as the history shows it. */
function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
