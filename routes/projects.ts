import { visibleProjects } from '../models/access.ts';
import { Project } from '../models/project.ts';
import { authorise, findProject } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { listAnswer, listFormats } from './listing.ts';
import { listProjects } from './lists.ts';
import { presentProject, projectShape } from './present/project.ts';
import { projectBody } from './project-input.ts';
import { createProject, deleteProject, updateProject } from './project-write.ts';

const projectAnswer = { 200: { description: 'The project', schema: projectShape } };

/** `/api/projects/…`: projects themselves. */
export const projectEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/projects/',
    summary: 'List projects',
    formats: listFormats,
    answers: listAnswer('Projects, by id', projectShape),
    handle: (request) =>
      listProjects(request, visibleProjects(Project.query(request.services.db.reader), request.caller)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/projects/',
    summary: 'Create a project',
    find: async ({ caller }) => authorise(caller, 'project.add'),
    body: projectBody,
    answers: { 201: { description: 'The new project', schema: projectShape } },
    async handle({ services: { db }, caller, body, urls }) {
      const project = await db.transaction((trx) => createProject(trx, body, caller.user));
      return created(await presentProject(db.reader, project, urls), urls.project(project.slug));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/',
    summary: 'Read a project',
    find: (call) => findProject(call, call.params.project),
    answers: projectAnswer,
    handle: ({ found, services, urls }) => presentProject(services.db.reader, found, urls),
  }),
  ...(['PUT', 'PATCH'] as const).map((method) =>
    endpoint({
      method,
      path: '/api/projects/:project/',
      summary: method === 'PUT' ? 'Set up a project anew' : 'Change settings of a project',
      find: findEditable,
      body: method === 'PUT' ? projectBody : projectBody.partial(),
      answers: projectAnswer,
      async handle({ found, services: { db }, caller, body, urls }) {
        const project = await db.transaction((trx) => updateProject(trx, found.id, body, caller.user));
        return presentProject(db.reader, project, urls);
      },
    }),
  ),
  endpoint({
    method: 'DELETE',
    path: '/api/projects/:project/',
    summary: 'Remove a project with all that is in it',
    find: findEditable,
    answers: { 204: { description: 'Removed' } },
    async handle({ found, services, caller }) {
      await deleteProject(services, found, caller.user);
      return noContent();
    },
  }),
];

/** The project that the path names, for those who may change it. */
async function findEditable(call: Call<{ project: string }>): Promise<Project> {
  const project = await findProject(call, call.params.project);
  authorise(call.caller, 'project.edit', project);
  return project;
}
