import type { Knex } from 'knex';
import { z } from 'zod';
import { Category } from '../../models/category.ts';
import { effectiveSettings } from '../../models/inheritable.ts';
import { Project } from '../../models/project.ts';
import type { Urls } from '../http/urls.ts';
import { inheritableShapes } from './inheritable-shape.ts';
import { presentMessages } from './messages.ts';

export const categoryShape = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    project: z.string(),
    category: z.string().nullable(),
    configuration: z.record(z.string(), z.unknown()),
    check_flags: z.string(),
    ...inheritableShapes,
    web_url: z.string(),
    url: z.string(),
    statistics_url: z.string(),
  })
  .meta({ id: 'Category' });

export type CategoryJson = z.infer<typeof categoryShape>;

/** Presents `categories` in their order, with a fixed number of queries. */
export async function presentCategories(
  knex: Knex,
  categories: readonly Category[],
  urls: Urls,
): Promise<CategoryJson[]> {
  const projectIds = [...new Set(categories.map(({ project_id }) => project_id))];
  const projects = new Map((await Project.query(knex).findByIds(projectIds)).map((row) => [row.id, row]));
  const all = await Category.query(knex).whereIn('project_id', projectIds);
  const byId = new Map(all.map((category) => [category.id, category]));
  return categories.map((category) => {
    const project = projects.get(category.project_id)!;
    const parents: Category[] = [];
    for (let next = byId.get(category.category_id ?? 0); next; next = byId.get(next.category_id ?? 0)) {
      parents.push(next);
    }
    const { secondary_language_id, ...settings } = effectiveSettings([category, ...parents, project]);
    const url = urls.category(category.id);
    return {
      id: category.id,
      name: category.name,
      slug: category.slug,
      project: urls.project(project.slug),
      category: category.category_id === null ? null : urls.category(category.category_id),
      configuration: category.configuration,
      check_flags: category.check_flags,
      ...settings,
      ...presentMessages(settings),
      secondary_language: secondary_language_id,
      web_url: urls.componentPage(category.path),
      url,
      statistics_url: `${url}statistics/`,
    };
  });
}

/** The one category, presented. */
export async function presentCategory(knex: Knex, category: Category, urls: Urls): Promise<CategoryJson> {
  const [presented] = await presentCategories(knex, [category], urls);
  return presented!;
}
