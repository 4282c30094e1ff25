import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { Project } from '../models/project.ts';
import type { User } from '../models/user.ts';
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
    await renamePaths(trx, projectId, columns.slug);
  }
  for (const [field, value] of changed) {
    await recordSetting(trx, { before, field, value, user });
  }
  return Project.query(trx).findById(projectId).throwIfNotFound();
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

/** What is in the project has the project's slug at the head of its path. */
async function renamePaths(trx: Knex.Transaction, projectId: number, slug: string): Promise<void> {
  for (const table of ['categories', 'components']) {
    const rows: { id: number; path: string }[] = await trx(table)
      .where('project_id', projectId)
      .select('id', 'path');
    for (const { id, path } of rows) {
      await trx(table)
        .where('id', id)
        .update({ path: `${slug}${path.slice(path.indexOf('/'))}` });
    }
  }
}
