import { z } from 'zod';
import { recheck, translatedIn } from '../actors/recheck.ts';
import { may, seesProject, visibleProjects } from '../models/access.ts';
import { Category } from '../models/category.ts';
import { ComponentLink, linkComponent, unlinkComponent } from '../models/component-link.ts';
import { forgetFollowed } from '../models/glossary.ts';
import { Project } from '../models/project.ts';
import { authorise, type FoundComponent, findComponent } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { text } from './http/fields.ts';
import { pageOf } from './http/paginate.ts';
import { listFormats, viewerOf } from './listing.ts';
import { listProjects } from './lists.ts';
import { presentComponent } from './present/component.ts';
import { componentShape } from './present/component-shape.ts';
import { projectShape } from './present/project.ts';

/** The component that the path names, for those who may change it. */
async function findEditable(call: Call<{ project: string; component: string }>): Promise<FoundComponent> {
  const component = await findComponent(call, call.params);
  authorise(call.caller, 'component.edit', component.project);
  return component;
}

/** `…/links/` of a component: the other projects that it is shared with, where it counts too. */
export const linkEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/links/',
    summary: 'List the projects that a component is shared with',
    formats: listFormats,
    find: (call) => findComponent(call, call.params),
    answers: {
      200: {
        description: 'Projects, by id, once more under `projects`',
        schema: pageOf(projectShape)
          .extend({ projects: z.array(projectShape) })
          .meta({ id: 'LinkedProjects' }),
      },
    },
    async handle(request) {
      const { found, caller, services } = request;
      const links = ComponentLink.query()
        .where('component_id', found.id)
        .select('component_links.project_id');
      const projects = Project.query(services.db.reader).whereIn('projects.id', links);
      const seesAll = may(caller, 'component.edit', found.project);
      const page = await listProjects(request, seesAll ? projects : visibleProjects(projects, caller));
      return { ...page, projects: page.results };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/components/:project/:component/links/',
    summary: 'Share a component with another project',
    find: findEditable,
    body: z.object({ project_slug: text(60), category_id: z.int().nullable().optional() }),
    answers: {
      201: {
        description: 'The component, once more under `data`',
        schema: componentShape.extend({ data: componentShape }).meta({ id: 'LinkedComponent' }),
      },
    },
    async handle(request) {
      const { found, services, body } = request;
      const project = await linkableProject(request, found, body.project_slug);
      const link = {
        component_id: found.id,
        project_id: project.id,
        category_id: await categoryOf(request, project, body.category_id ?? null),
      };
      await services.db.transaction(async (trx) => {
        if (await ComponentLink.query(trx).findById([link.component_id, link.project_id])) {
          throw invalid('project_slug', 'The component is shared with this project already.');
        }
        await linkComponent(trx, link);
        await forgetFollowed(trx, found.id);
      });
      const presented = await presentComponent(viewerOf(request), found);
      return created({ ...presented, data: presented });
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/components/:project/:component/links/:project_slug/',
    summary: 'End the sharing of a component with a project',
    find: async (call) => {
      const component = await findEditable(call);
      const project = await Project.at(call.services.db.reader, call.params.project_slug);
      const { id: component_id, is_glossary } = component;
      return { component_id, project_id: project?.id ?? 0, is_glossary };
    },
    answers: { 204: { description: 'No longer shared' } },
    async handle({ found, services, caller }) {
      await services.db.transaction(async (trx) => {
        if (!(await ComponentLink.query(trx).findById([found.component_id, found.project_id]))) {
          throw notFound();
        }
        await unlinkComponent(trx, found);
        if (found.is_glossary) {
          await recheck(trx, translatedIn([found.project_id]), caller.user?.id ?? null);
        }
      });
      return noContent();
    },
  }),
];

/** @throws {ApiError} 400 on `project_slug` */
async function linkableProject(
  { services, caller }: Call,
  component: FoundComponent,
  slug: string,
): Promise<Project> {
  const project = await Project.at(services.db.reader, slug);
  if (!project || !seesProject(caller, project) || !may(caller, 'project.edit', project)) {
    throw invalid('project_slug', `There is no project "${slug}" that you may share with.`);
  }
  if (project.id === component.project_id) {
    throw invalid('project_slug', 'This is the project of the component.');
  }
  return project;
}

/** @throws {ApiError} 400 on `category_id` unless it is null or a category of the project */
async function categoryOf({ services }: Call, project: Project, id: number | null): Promise<number | null> {
  if (id !== null && !(await Category.query(services.db.reader).findOne({ id, project_id: project.id }))) {
    throw invalid('category_id', 'The project has no such category.');
  }
  return id;
}
