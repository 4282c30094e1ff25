import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { componentsOfList } from '../models/component-list.ts';
import { addToList, removeFromList } from '../models/component-list-members.ts';
import { findComponentList, findEditableList } from './find.ts';
import { noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { listFormats, viewerOf } from './listing.ts';
import { componentsAnswer, listComponents } from './lists.ts';
import { componentListShape, presentComponentList } from './present/component-list.ts';

/** `…/components/` of a component list: what is in it. */
export const componentListMemberEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/component-lists/:slug/components/',
    summary: 'List the components of a component list',
    formats: listFormats,
    find: (call) => findComponentList(call, call.params.slug),
    answers: componentsAnswer,
    handle(request) {
      const components = Component.query(request.services.db.reader);
      return listComponents(request, componentsOfList(components, request.caller, request.found.id));
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/component-lists/:slug/components/',
    summary: 'Put a component into a component list',
    find: (call) => findEditableList(call, call.params.slug),
    body: z.object({ component_id: z.int() }),
    answers: { 200: { description: 'The component list', schema: componentListShape } },
    async handle(request) {
      const { found, services, body } = request;
      const { id } = await chosenComponent(request, body.component_id);
      await services.db.transaction((trx) => addToList(trx, found.id, [id]));
      return presentComponentList(viewerOf(request), found);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/component-lists/:slug/components/:component/',
    summary: 'Take components out of a component list: one by project and slug, or all that have a slug',
    find: async (call) => {
      const { id } = await findEditableList(call, call.params.slug);
      return { id, members: await namedMembers(call, id, call.params.component) };
    },
    answers: { 204: { description: 'No longer in the list' } },
    async handle({ found, services }) {
      const ids = found.members.map(({ id }) => id);
      await services.db.transaction((trx) => removeFromList(trx, found.id, ids));
      return noContent();
    },
  }),
];

/** The component that is to be put into a list. @throws {ApiError} 400 on `component_id` */
async function chosenComponent({ services, caller }: Call, id: number): Promise<Component> {
  const components = Component.query(services.db.reader);
  const component = await visibleComponents(components, caller).findOne({ 'components.id': id });
  if (!component) {
    throw invalid('component_id', 'There is no component with this id.');
  }
  return component;
}

/**
 * The components of a list that a path names: `project/[category/…]component` is one, a bare slug all that have it.
 * @throws {ApiError} 404 when there is none
 */
async function namedMembers({ services, caller }: Call, listId: number, name: string): Promise<Component[]> {
  const column = name.includes('/') ? 'components.path' : 'components.slug';
  const members = await componentsOfList(Component.query(services.db.reader), caller, listId).where(
    column,
    name,
  );
  if (members.length === 0) {
    throw notFound();
  }
  return members;
}
