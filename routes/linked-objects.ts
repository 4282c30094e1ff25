import { may, seesProject } from '../models/access.ts';
import { Category } from '../models/category.ts';
import { Project } from '../models/project.ts';
import type { Call } from './http/endpoint.ts';
import { type ApiError, invalid } from './http/errors.ts';

/*
 * What links in bodies name. What the caller may not see, or not use here, is as if it did not exist: 400 on the key.
 */

/** The category of the project that a link names; null for null. @throws {ApiError} 400 on `category` */
export async function linkedCategory(
  call: Call,
  projectId: number,
  link: string | null,
): Promise<Category | null> {
  if (link === null) {
    return null;
  }
  const { id } = partsOf(call, 'category', link, /^\/api\/categories\/(?<id>\d{1,15})\/?$/);
  const category = await Category.query(call.services.db.reader).findOne({
    id: Number(id),
    project_id: projectId,
  });
  if (!category) {
    throw noSuchObject('category');
  }
  return category;
}

/** The project that a link names, if the caller may edit it. @throws {ApiError} 400 on `project` */
export async function linkedProject(call: Call, link: string): Promise<Project> {
  const { slug = '' } = partsOf(call, 'project', link, /^\/api\/projects\/(?<slug>[-\w]+)\/?$/);
  const project = await Project.at(call.services.db.reader, slug);
  if (!project || !seesProject(call.caller, project) || !may(call.caller, 'project.edit', project)) {
    throw noSuchObject('project');
  }
  return project;
}

/** Links are absolute URLs of this server or their paths. */
function partsOf({ urls }: Call, attr: string, link: string, pattern: RegExp): Record<string, string> {
  const path = link.startsWith(urls.base) ? link.slice(urls.base.length) : link;
  const groups = pattern.exec(path)?.groups;
  if (!groups) {
    throw invalid(attr, 'Invalid hyperlink - No URL match.', 'no_match');
  }
  return groups;
}

function noSuchObject(attr: string): ApiError {
  return invalid(attr, 'Invalid hyperlink - Object does not exist.', 'does_not_exist');
}
