import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import type { Project } from '../models/project.ts';
import { type FoundComponent, findComponent, findProject, findTranslation } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { presentRepositories, presentRepository, repositoryShape } from './present/repository.ts';
import {
  operationAnswer,
  operationBody,
  operationQuery,
  permissionFor,
  runOperation,
} from './repository-operations.ts';
import { previewOperation } from './repository-preview.ts';
import { authoriseRepository, authoriseStatus, sharingComponents } from './repository-rights.ts';
import { countPending, type PendingScope, repositoryStates } from './repository-status.ts';

const statusAnswer = { 200: { description: 'The state of the repository', schema: repositoryShape } };

/** Components that an object is about, and all that share their working copies: rights must be held on those. */
interface Concerned {
  components: readonly Component[];
  sharing: readonly FoundComponent[];
}

/** `…/repository/` of projects, components and translations. */
export const repositoryEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/repository/',
    summary: 'Read the state of the repositories of a project',
    find: async (call) => {
      const project = await findProject(call, call.params.project);
      const concerned = await concernedBy(call, await componentsOf(call, project));
      authoriseStatus(call.caller, concerned.sharing);
      return { project, ...concerned };
    },
    answers: statusAnswer,
    async handle(request) {
      const { project, components } = request.found;
      const owners = components.map(({ ownerId }) => ownerId);
      return presentRepositories(await repositoryStates(request.services.db.reader, owners), {
        pending: await pendingIn(request, { project_id: project.id }),
        url: request.urls.api('projects', project.slug, 'repository'),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/projects/:project/repository/',
    summary: 'Run an operation on the repositories of a project',
    find: async (call) => {
      const project = await findProject(call, call.params.project);
      const concerned = await concernedBy(call, await componentsOf(call, project));
      authoriseStatus(call.caller, concerned.sharing);
      return concerned;
    },
    query: operationQuery,
    body: operationBody,
    answers: operationAnswer,
    async handle(request) {
      const { found, query, body, caller } = request;
      authoriseRepository(caller, permissionFor(body.operation), found.sharing);
      return query.dry_run
        ? previewOperation(request, body.operation, found.components)
        : runOperation(request, body.operation, found.components);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/repository/',
    summary: 'Read the state of the repository of a component',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      const concerned = await concernedBy(call, [component]);
      authoriseStatus(call.caller, concerned.sharing);
      return component;
    },
    answers: statusAnswer,
    handle: (request) =>
      presentStatus(request, request.found, {
        scope: { component_id: request.found.id },
        url: `${request.urls.component(request.found.path)}repository/`,
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/components/:project/:component/repository/',
    summary: 'Run an operation on the repository of a component',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      const concerned = await concernedBy(call, [component]);
      authoriseStatus(call.caller, concerned.sharing);
      return concerned;
    },
    query: operationQuery,
    body: operationBody,
    answers: operationAnswer,
    async handle(request) {
      const { found, query, body, caller } = request;
      authoriseRepository(caller, permissionFor(body.operation), found.sharing);
      return query.dry_run
        ? previewOperation(request, body.operation, found.components)
        : runOperation(request, body.operation, found.components);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/repository/',
    summary: 'Read the state of the repository of a translation',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      const concerned = await concernedBy(call, [translation.component]);
      authoriseStatus(call.caller, concerned.sharing);
      return translation;
    },
    answers: statusAnswer,
    handle: (request) => {
      const { id, component, language } = request.found;
      return presentStatus(request, component, {
        scope: { translation_id: id },
        url: `${request.urls.translation(component.path, language.code)}repository/`,
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/translations/:project/:component/:language/repository/',
    summary: 'Run an operation on the repository of a translation',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      const concerned = await concernedBy(call, [translation.component]);
      authoriseStatus(call.caller, concerned.sharing);
      return { translation, ...concerned };
    },
    query: operationQuery,
    body: operationBody,
    answers: operationAnswer,
    async handle(request) {
      const { found, query, body, caller } = request;
      const { id } = found.translation;
      authoriseRepository(caller, permissionFor(body.operation), found.sharing);
      if (query.dry_run) {
        return previewOperation(request, body.operation, found.components);
      }
      if (body.operation !== 'commit') {
        return runOperation(request, body.operation, found.components);
      }
      const { total } = await pendingIn(request, { translation_id: id });
      return total > 0
        ? runOperation(request, 'commit', found.components, id)
        : { result: false, detail: 'Nothing of this translation waits to be committed.' };
    },
  }),
];

function componentsOf({ services, caller }: Call, project: Project): Promise<Component[]> {
  const components = Component.query(services.db.reader).where('components.project_id', project.id);
  return visibleComponents(components, caller).orderBy('components.id').execute();
}

async function concernedBy({ services }: Call, components: readonly Component[]): Promise<Concerned> {
  return { components, sharing: await sharingComponents(services.db, components) };
}

function pendingIn({ services: { db, config } }: Call, scope: PendingScope) {
  return countPending(db.reader, scope, { version: config.version, now: Date.now() });
}

async function presentStatus(
  call: Call,
  component: Component,
  { scope, url }: { scope: PendingScope; url: string },
) {
  const [state] = await repositoryStates(call.services.db.reader, [component.ownerId]);
  const isOwner = component.linked_component_id === null;
  return presentRepository(state, { pending: await pendingIn(call, scope), url, isOwner });
}
