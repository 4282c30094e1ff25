import { z } from 'zod';
import { Component } from '../models/component.ts';
import { ComponentList, componentsOfList, visibleLists } from '../models/component-list.ts';
import { addToList, removeFromList, removeList } from '../models/component-list-members.ts';
import {
  type ComponentListInput,
  chosenComponent,
  componentListBody,
  createList,
  namedMembers,
  updateList,
} from './component-list-write.ts';
import { authorise } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint, type Request } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { componentsAnswer, listComponents } from './lists.ts';
import { componentListShape, presentComponentList, presentComponentLists } from './present/component-list.ts';
import { listStatisticsShape } from './present/statistics.ts';
import { listStatistics } from './statistics.ts';

const listed = listAnswer('Component lists, by id', componentListShape);
const one = { 200: { description: 'The component list', schema: componentListShape } };

/** The list that the path names. */
async function find({ services, caller, params }: Call<{ slug: string }>): Promise<ComponentList> {
  const lists = visibleLists(ComponentList.query(services.db.reader), caller);
  const found = await lists.findOne({ 'component_lists.slug': params.slug });
  if (!found) {
    throw notFound();
  }
  return found;
}

/** As `find`, for those who manage lists. */
async function findEditable(call: Call<{ slug: string }>): Promise<ComponentList> {
  const found = await find(call);
  authorise(call.caller, 'componentlist.edit');
  return found;
}

/** `/api/component-lists/…`: choices of components across projects. */
export const componentListEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/component-lists/',
    summary: 'List component lists',
    formats: listFormats,
    answers: listed,
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: visibleLists(ComponentList.query(reader), request.caller),
        table: 'component_lists',
        load: (ids) => ComponentList.query(reader).findByIds(ids).execute(),
        present: (lists) => presentComponentLists(viewerOf(request), lists),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/component-lists/',
    summary: 'Create a component list',
    find: async ({ caller }) => authorise(caller, 'componentlist.edit'),
    body: componentListBody,
    answers: { 201: { description: 'The new component list', schema: componentListShape } },
    async handle(request) {
      const made = await request.services.db.transaction((trx) => createList(trx, request.body));
      const presented = await presentComponentList(viewerOf(request), made);
      return created(presented, presented.url);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/component-lists/:slug/',
    summary: 'Read a component list',
    find,
    answers: one,
    handle: (request) => presentComponentList(viewerOf(request), request.found),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/component-lists/:slug/',
    summary: 'Set up a component list anew',
    find: findEditable,
    body: componentListBody,
    answers: one,
    handle: update,
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/component-lists/:slug/',
    summary: 'Change a component list',
    find: findEditable,
    body: componentListBody.partial(),
    answers: one,
    handle: update,
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/component-lists/:slug/',
    summary: 'Remove a component list; its components stay',
    find: findEditable,
    answers: { 204: { description: 'Removed' } },
    async handle({ found, services }) {
      await services.db.transaction((trx) => removeList(trx, found.id));
      return noContent();
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/component-lists/:slug/components/',
    summary: 'List the components of a component list',
    formats: listFormats,
    find,
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
    find: findEditable,
    body: z.object({ component_id: z.int() }),
    answers: one,
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
      const { id } = await findEditable(call);
      return { id, members: await namedMembers(call, id, call.params.component) };
    },
    answers: { 204: { description: 'No longer in the list' } },
    async handle({ found, services }) {
      const ids = found.members.map(({ id }) => id);
      await services.db.transaction((trx) => removeFromList(trx, found.id, ids));
      return noContent();
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/component-lists/:slug/statistics/',
    summary: 'Read the statistics of a component list',
    formats: ['json', 'api', 'json-flat'],
    find,
    answers: { 200: { description: 'Its statistics', schema: listStatisticsShape } },
    handle: ({ found, services }) => listStatistics(services.db.reader, found),
  }),
];

async function update(request: Request<unknown, ComponentList, unknown, Partial<ComponentListInput>>) {
  const { found, services, body } = request;
  const changed = await services.db.transaction((trx) => updateList(trx, found.id, body));
  return presentComponentList(viewerOf(request), changed);
}
