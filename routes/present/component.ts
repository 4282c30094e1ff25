import type { Knex } from 'knex';
import { type Caller, may } from '../../models/access.ts';
import { Category } from '../../models/category.ts';
import { Component } from '../../models/component.ts';
import { effectiveSettings } from '../../models/inheritable.ts';
import { Project } from '../../models/project.ts';
import type { Urls } from '../http/urls.ts';
import { type ComponentJson, repositoryFields } from './component-shape.ts';
import { type LanguageJson, languagesById, presentLanguage } from './language.ts';
import { licenseUrl } from './license.ts';
import { presentMessages } from './messages.ts';
import { type ProjectJson, presentProjects } from './project.ts';

/** What presenters need of a call. */
export interface Viewer {
  knex: Knex;
  caller: Caller;
  urls: Urls;
}

/** Presents `components` in their order, with a fixed number of queries. */
export async function presentComponents(
  viewer: Viewer,
  components: readonly Component[],
): Promise<ComponentJson[]> {
  const context = await loadContext(viewer, components);
  return components.map((component) => present(component, viewer, context));
}

/** The one component, presented. */
export async function presentComponent(viewer: Viewer, component: Component): Promise<ComponentJson> {
  const [presented] = await presentComponents(viewer, [component]);
  return presented!;
}

interface Context {
  projects: Map<number, Project>;
  presentedProjects: Map<number, ProjectJson>;
  languages: Map<number, LanguageJson>;
  categories: Map<number, Category>;
  /** Components in whose repository others of the page work. */
  owners: Map<number, Component>;
  /** Task of the job that works on a component. */
  tasks: Map<number, string>;
}

async function loadContext({ knex, urls }: Viewer, components: readonly Component[]): Promise<Context> {
  const projectIds = [...new Set(components.map(({ project_id }) => project_id))];
  const projects = await Project.query(knex).findByIds(projectIds);
  const presented = await presentProjects(knex, projects, urls);
  const languages = await languagesById(
    knex,
    components.map(({ source_language_id }) => source_language_id),
  );
  const categories = components.some(({ category_id }) => category_id !== null)
    ? await Category.query(knex).whereIn('project_id', projectIds)
    : [];
  const ownerIds = components.flatMap(({ linked_component_id }) => linked_component_id ?? []);
  const owners = ownerIds.length > 0 ? await Component.query(knex).findByIds([...new Set(ownerIds)]) : [];
  return {
    projects: byId(projects),
    presentedProjects: byId(presented),
    languages: new Map([...languages].map(([id, language]) => [id, presentLanguage(language, urls)])),
    categories: byId(categories),
    owners: byId(owners),
    tasks: await activeTasks(
      knex,
      components.map(({ id }) => id),
    ),
  };
}

function byId<Item extends { id: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Newest unfinished job of each component. */
async function activeTasks(knex: Knex, componentIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await knex('jobs')
    .whereIn('component_id', componentIds)
    .whereIn('state', ['queued', 'running'])
    .orderBy('id')
    .select('component_id', 'uuid');
  return new Map(rows.map(({ component_id, uuid }) => [component_id, uuid]));
}

function present(component: Component, { caller, urls }: Viewer, context: Context): ComponentJson {
  const { id, path, slug } = component;
  const project = context.projects.get(component.project_id)!;
  const sourceLanguage = context.languages.get(component.source_language_id)!;
  const owner = context.owners.get(component.linked_component_id ?? 0);
  const task = context.tasks.get(id);
  const presented: ComponentJson = {
    id,
    name: component.name,
    slug,
    source_language: sourceLanguage,
    project: { ...context.presentedProjects.get(project.id)!, source_language: sourceLanguage },
    ...repositorySettings(component, owner, urls),
    ...fileSettings(component),
    ...inheritedSettings(component, project, context.categories),
    ...workflowSettings(component),
    category: component.category_id === null ? null : urls.category(component.category_id),
    locked: component.locked,
    zipfile: null,
    docfile: null,
    addons: [],
    ...links(path, urls),
    task_url: task === undefined ? null : urls.task(task),
  };
  if (!may(caller, 'vcs.view', project)) {
    for (const field of repositoryFields) {
      presented[field] = null;
    }
  }
  return presented;
}

/** A component that works in the repository of another one shows that one's. */
function repositorySettings(component: Component, owner: Component | undefined, urls: Urls) {
  const { repo, push, branch, push_branch, push_on_commit, commit_pending_age, auto_lock_error } =
    owner ?? component;
  return {
    vcs: component.vcs,
    repo,
    push,
    branch,
    push_branch,
    push_on_commit,
    commit_pending_age,
    auto_lock_error,
    git_export: urls.componentExport((owner ?? component).path),
    repoweb: component.repoweb,
    merge_style: component.merge_style,
    linked_component: owner ? urls.component(owner.path) : null,
    disable_autoshare: component.disable_autoshare,
  };
}

function fileSettings(component: Component) {
  return {
    filemask: component.filemask,
    screenshot_filemask: component.screenshot_filemask,
    template: component.template,
    edit_template: component.edit_template,
    intermediate: component.intermediate,
    new_base: component.new_base,
    file_format: component.file_format,
    file_format_params: component.file_format_params,
    language_regex: component.language_regex,
    key_filter: component.key_filter,
    variant_regex: component.variant_regex,
  };
}

/** What counts for the component, be it its own or that of a category around it or of the project. */
function inheritedSettings(
  component: Component,
  project: Project,
  categories: ReadonlyMap<number, Category>,
) {
  const chain: Category[] = [];
  for (let next = categories.get(component.category_id ?? 0); next; ) {
    chain.push(next);
    next = categories.get(next.category_id ?? 0);
  }
  const { secondary_language_id, ...rest } = effectiveSettings([component, ...chain, project]);
  return {
    ...rest,
    ...presentMessages(rest),
    license_url: licenseUrl(rest.license),
    secondary_language: secondary_language_id,
  };
}

function workflowSettings(component: Component) {
  return {
    check_flags: component.check_flags,
    priority: component.priority,
    enforced_checks: component.enforced_checks,
    restricted: component.restricted,
    report_source_bugs: component.report_source_bugs,
    allow_translation_propagation: component.allow_translation_propagation,
    manage_units: component.manage_units,
    enable_suggestions: component.enable_suggestions,
    suggestion_voting: component.suggestion_voting,
    suggestion_autoaccept: component.suggestion_autoaccept,
    is_glossary: component.is_glossary,
    glossary_color: component.glossary_color,
  };
}

function links(path: string, urls: Urls) {
  const url = urls.component(path);
  return {
    web_url: urls.componentPage(path),
    url,
    repository_url: `${url}repository/`,
    translations_url: `${url}translations/`,
    statistics_url: `${url}statistics/`,
    lock_url: `${url}lock/`,
    links_url: `${url}links/`,
    changes_list_url: `${url}changes/`,
  };
}
