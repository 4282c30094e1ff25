import type { Knex } from 'knex';
import { z } from 'zod';
import type { Project } from '../../models/project.ts';
import type { Urls } from '../http/urls.ts';
import { inheritableShapes } from './inheritable-shape.ts';
import { languageShape, languagesById, presentLanguage } from './language.ts';
import { presentMessages } from './messages.ts';

export const projectShape = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    web: z.string(),
    web_url: z.string(),
    url: z.string(),
    components_list_url: z.string(),
    repository_url: z.string(),
    statistics_url: z.string(),
    categories_url: z.string(),
    changes_list_url: z.string(),
    languages_url: z.string(),
    lock_url: z.string(),
    metrics_url: z.string(),
    check_flags: z.string(),
    translation_review: z.boolean(),
    source_review: z.boolean(),
    commit_policy: z.int(),
    workspace: z.string().nullable(),
    set_language_team: z.boolean(),
    enable_hooks: z.boolean(),
    instructions: z.string(),
    language_aliases: z.string(),
    ...inheritableShapes,
    enforced_2fa: z.boolean(),
    locked: z.boolean(),
    source_language: languageShape.nullable(),
  })
  .meta({ id: 'Project' });

export type ProjectJson = z.infer<typeof projectShape>;

/** Presents `projects` in their order, with a fixed number of queries. */
export async function presentProjects(
  knex: Knex,
  projects: readonly Project[],
  urls: Urls,
): Promise<ProjectJson[]> {
  const summaries = await componentSummaries(
    knex,
    projects.map(({ id }) => id),
  );
  const shared = [...summaries.values()].flatMap(({ sourceLanguage }) => sourceLanguage ?? []);
  const languages = await languagesById(knex, shared);
  return projects.map((project) => {
    const summary = summaries.get(project.id);
    const language = languages.get(summary?.sourceLanguage ?? 0);
    return {
      ...settings(project),
      ...links(project.slug, urls),
      locked: summary?.locked ?? false,
      source_language: language ? presentLanguage(language, urls) : null,
    };
  });
}

/** The one project, presented. */
export async function presentProject(knex: Knex, project: Project, urls: Urls): Promise<ProjectJson> {
  const [presented] = await presentProjects(knex, [project], urls);
  return presented!;
}

interface ComponentSummary {
  /** Every component is. */
  locked: boolean;
  /** Id of the one that all components have. */
  sourceLanguage: number | null;
}

async function componentSummaries(
  knex: Knex,
  projectIds: readonly number[],
): Promise<Map<number, ComponentSummary>> {
  const rows: { project_id: number; locked: number; lowest: number; highest: number }[] = await knex(
    'components',
  )
    .whereIn('project_id', projectIds)
    .groupBy('project_id')
    .select('project_id')
    .min({ locked: 'locked', lowest: 'source_language_id' })
    .max({ highest: 'source_language_id' });
  return new Map(
    rows.map((row) => [
      row.project_id,
      { locked: row.locked === 1, sourceLanguage: row.lowest === row.highest ? row.lowest : null },
    ]),
  );
}

function settings(project: Project) {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    web: project.web,
    check_flags: project.check_flags,
    translation_review: project.translation_review,
    source_review: project.source_review,
    commit_policy: project.commit_policy,
    workspace: null,
    set_language_team: project.set_language_team,
    enable_hooks: project.enable_hooks,
    instructions: project.instructions,
    language_aliases: project.language_aliases,
    license: project.license,
    agreement: project.agreement,
    new_lang: project.new_lang,
    language_code_style: project.language_code_style,
    secondary_language: project.secondary_language_id,
    ...presentMessages(project),
    enforced_2fa: project.enforced_2fa,
  };
}

function links(slug: string, urls: Urls) {
  return {
    web_url: urls.projectPage(slug),
    url: urls.project(slug),
    components_list_url: urls.api('projects', slug, 'components'),
    repository_url: urls.api('projects', slug, 'repository'),
    statistics_url: urls.api('projects', slug, 'statistics'),
    categories_url: urls.api('projects', slug, 'categories'),
    changes_list_url: urls.api('projects', slug, 'changes'),
    languages_url: urls.api('projects', slug, 'languages'),
    lock_url: urls.api('projects', slug, 'lock'),
    metrics_url: urls.api('projects', slug, 'metrics'),
  };
}
