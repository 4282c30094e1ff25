import { keyOf } from '../actors/component.ts';
import { createComponent } from './component-create.ts';
import { componentBody, newComponentBody } from './component-input.ts';
import { updateComponent, withCategory } from './component-update.ts';
import { impliedByUpload } from './component-upload.ts';
import { authorise, findComponent, findProject } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { viewerOf } from './listing.ts';
import { presentComponent } from './present/component.ts';
import { componentShape } from './present/component-shape.ts';

const componentAnswer = { 200: { description: 'The component', schema: componentShape } };

/** The component that the path names, for those who may change it. */
async function findEditable(call: Call<{ project: string; component: string }>) {
  const component = await findComponent(call, call.params);
  authorise(call.caller, 'component.edit', component.project);
  return component;
}

/** Making components and changing their settings. */
export const componentSettingEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/projects/:project/components/',
    summary: 'Create a component',
    find: async (call) => {
      const project = await findProject(call, call.params.project);
      authorise(call.caller, 'project.edit', project);
      return project;
    },
    body: newComponentBody,
    complete: impliedByUpload,
    answers: { 201: { description: 'The new component; its task goes on', schema: componentShape } },
    async handle(request) {
      const component = await createComponent(request, request.found, request.body);
      return created(
        await presentComponent(viewerOf(request), component),
        request.urls.component(component.path),
      );
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/components/:project/:component/',
    summary: 'Set up a component anew',
    find: findEditable,
    body: componentBody,
    answers: componentAnswer,
    async handle(request) {
      const component = await updateComponent(request, request.found, withCategory(request.body));
      return presentComponent(viewerOf(request), component);
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/components/:project/:component/',
    summary: 'Change settings of a component',
    find: findEditable,
    body: componentBody.partial(),
    answers: componentAnswer,
    async handle(request) {
      const component = await updateComponent(request, request.found, request.body);
      return presentComponent(viewerOf(request), component);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/components/:project/:component/',
    summary: 'Remove a component with all that is in it',
    find: findEditable,
    answers: { 204: { description: 'Being removed' } },
    async handle({ found, services, caller }) {
      const payload = { component_id: found.id, user_id: caller.user?.id ?? null };
      const options = { componentId: found.id, dedupe: `remove-component:${found.id}` };
      await services.actors.tell(keyOf(found), 'remove-component', payload, options);
      return noContent();
    },
  }),
];
