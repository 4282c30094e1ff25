import { z } from 'zod';
import { keyOf } from '../actors/component.ts';
import { setLock } from '../actors/component-lock.ts';
import { Component } from '../models/component.ts';
import { authorise, findComponent, findProject } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';

const lockBody = z.object({ lock: z.boolean() });
const lockShape = z.object({ locked: z.boolean() }).meta({ id: 'Lock' });
const lockAnswer = { 200: { description: 'Whether editing is locked', schema: lockShape } };

/** `…/lock/` of components and projects: editing is off, repository operations go on. */
export const lockEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/lock/',
    summary: 'Read whether a component is locked',
    find: (call) => findComponent(call, call.params),
    answers: lockAnswer,
    handle: async ({ found }) => ({ locked: found.locked }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/components/:project/:component/lock/',
    summary: 'Lock or unlock a component',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      authorise(call.caller, 'component.lock', component.project);
      return component;
    },
    body: lockBody,
    answers: lockAnswer,
    async handle(request) {
      const { found, body } = request;
      await lockAll(request, [found], body.lock);
      return { locked: body.lock };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/lock/',
    summary: 'Read whether all of a project is locked',
    find: (call) => findProject(call, call.params.project),
    answers: lockAnswer,
    async handle({ found, services }) {
      const components = await Component.query(services.db.reader).where('project_id', found.id);
      return { locked: components.length > 0 && components.every(({ locked }) => locked) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/projects/:project/lock/',
    summary: 'Lock or unlock all components of a project',
    find: async (call) => {
      const project = await findProject(call, call.params.project);
      authorise(call.caller, 'project.edit', project);
      return project;
    },
    body: lockBody,
    answers: lockAnswer,
    async handle(request) {
      const { found, body, services } = request;
      const components = await Component.query(services.db.reader).where('project_id', found.id);
      await lockAll(request, components, body.lock);
      return { locked: components.length > 0 && body.lock };
    },
  }),
];

/** What waits for its commit is written first, so that no edit stays behind the lock. */
async function lockAll(
  { services: { db, actors }, caller }: Call,
  components: readonly Component[],
  locked: boolean,
): Promise<void> {
  const userId = caller.user?.id ?? null;
  await db.transaction(async (trx) => {
    for (const component of components) {
      const changed = await setLock(trx, component.id, locked, { userId });
      if (changed && locked) {
        const payload = { component_id: component.id, user_id: userId };
        await actors.tell(keyOf(component), 'commit', payload, { trx, componentId: component.id });
      }
    }
  });
}
