import { ComponentList, visibleLists } from '../models/component-list.ts';
import { removeList } from '../models/component-list-members.ts';
import {
  type ComponentListInput,
  componentListBody,
  createList,
  updateList,
} from './component-list-write.ts';
import { authorise, findComponentList, findEditableList } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint, type Request } from './http/endpoint.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { componentListShape, presentComponentList, presentComponentLists } from './present/component-list.ts';
import { listStatisticsShape } from './present/statistics.ts';
import { listStatistics } from './statistics.ts';

const listed = listAnswer('Component lists, by id', componentListShape);
const one = { 200: { description: 'The component list', schema: componentListShape } };

/** The list that the path names. */
const find = (call: Call<{ slug: string }>) => findComponentList(call, call.params.slug);

/** As `find`, for those who manage lists. */
const findEditable = (call: Call<{ slug: string }>) => findEditableList(call, call.params.slug);

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
