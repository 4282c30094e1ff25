import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { findComponent, findProject, findTranslation } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import type { PathParams } from './http/path.ts';
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

/** What a path with a repository names. */
interface Place {
  /** Those that it is about; of a project all that the caller sees. */
  components: readonly Component[];
  /** Whose edits count as waiting. */
  scope: PendingScope;
  url: string;
}

/** `…/repository/` of projects, components and translations. */
export const repositoryEndpoints = [
  ...endpointsOf('/api/projects/:project/repository/', 'the repositories of a project', async (call) => {
    const project = await findProject(call, call.params.project);
    const components = Component.query(call.services.db.reader).where('components.project_id', project.id);
    return {
      components: await visibleComponents(components, call.caller).orderBy('components.id'),
      scope: { project_id: project.id },
      url: call.urls.api('projects', project.slug, 'repository'),
    };
  }),
  ...endpointsOf(
    '/api/components/:project/:component/repository/',
    'the repository of a component',
    async (call) => {
      const component = await findComponent(call, call.params);
      return {
        components: [component],
        scope: { component_id: component.id },
        url: `${call.urls.component(component.path)}repository/`,
      };
    },
  ),
  ...endpointsOf(
    '/api/translations/:project/:component/:language/repository/',
    'the repository of a translation',
    async (call) => {
      const { id, component, language } = await findTranslation(call, call.params);
      return {
        components: [component],
        scope: { translation_id: id },
        url: `${call.urls.translation(component.path, language.code)}repository/`,
      };
    },
  ),
];

function endpointsOf<const Path extends string>(
  path: Path,
  what: string,
  findPlace: (call: Call<PathParams<Path>>) => Promise<Place>,
) {
  /** Rights must be held on all components that share the working copies, those of other projects too. */
  async function find(call: Call<PathParams<Path>>) {
    const place = await findPlace(call);
    const sharing = await sharingComponents(call.services.db, place.components);
    authoriseStatus(call.caller, sharing);
    return { ...place, sharing };
  }

  return [
    endpoint({
      method: 'GET',
      path,
      summary: `Read the state of ${what}`,
      find,
      answers: { 200: { description: 'The state of the repository', schema: repositoryShape } },
      handle: (request) => presentStatus(request, request.found),
    }),
    endpoint({
      method: 'POST',
      path,
      summary: `Run an operation on ${what}`,
      find,
      query: operationQuery,
      body: operationBody,
      answers: operationAnswer,
      async handle(request) {
        const { found, query, body, caller } = request;
        const { components, scope } = found;
        authoriseRepository(caller, permissionFor(body.operation), found.sharing);
        if (query.dry_run) {
          return previewOperation(request, body.operation, components);
        }
        // Of a translation only its own edits are committed; everything else is done to the whole repository.
        if (body.operation !== 'commit' || !('translation_id' in scope)) {
          return runOperation(request, body.operation, components);
        }
        const { total } = await pendingIn(request, scope);
        return total > 0
          ? runOperation(request, 'commit', components, scope.translation_id)
          : { result: false, detail: 'Nothing of this translation waits to be committed.' };
      },
    }),
  ];
}

async function presentStatus(call: Call, { components, scope, url }: Place) {
  const owners = components.map(({ ownerId }) => ownerId);
  const states = await repositoryStates(call.services.db.reader, owners);
  const pending = await pendingIn(call, scope);
  const [component] = components;
  return 'project_id' in scope || !component
    ? presentRepositories(states, { pending, url })
    : presentRepository(states[0], { pending, url, isOwner: component.linked_component_id === null });
}

function pendingIn({ services: { db, config } }: Call, scope: PendingScope) {
  return countPending(db.reader, scope, { version: config.version, now: Date.now() });
}
