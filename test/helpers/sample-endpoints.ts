import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { created, FileAnswer, noContent } from '../../routes/http/answer.ts';
import { endpoint } from '../../routes/http/endpoint.ts';
import { denied, notFound } from '../../routes/http/errors.ts';
import { optionalText, text } from '../../routes/http/fields.ts';
import { pageOf, paginate } from '../../routes/http/paginate.ts';
import { upload } from '../../routes/http/upload.ts';

const thing = z.object({ id: z.int(), name: z.string() });

const thingBody = z.object({
  name: text(10),
  note: optionalText().optional(),
  enabled: z.boolean().optional(),
  size: z.int().optional(),
  style: z.enum(['merge', 'rebase']).optional(),
  ids: z.array(z.int()).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** How many things the list has. */
export const thingCount = 120;

/** Thing 403 is seen by everybody and may be touched by nobody, other numbers from 400 on do not exist. */
function findThing(id: number, isWrite: boolean): { id: number; name: string } {
  if (id >= 400 && id !== 403) {
    throw notFound();
  }
  if (id === 403 && isWrite) {
    throw denied();
  }
  return { id, name: `Thing ${id}` };
}

/** Endpoints that do nothing, to test what all endpoints share. */
export const sampleEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/things/',
    summary: 'List things',
    formats: ['json', 'api', 'csv', 'json-flat'],
    answers: { 200: { description: 'Things', schema: pageOf(thing) } },
    handle: (request) =>
      paginate(request, {
        count: request.ctx.query.empty === undefined ? thingCount : 0,
        items: async (limit, offset) =>
          Array.from({ length: Math.min(limit, thingCount - offset) }, (_, index) => ({
            id: offset + index + 1,
            name: `Thing "${offset + index + 1}"`,
            nested: { list: ['a', 'b'] },
          })),
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/things/',
    summary: 'Make a thing',
    body: thingBody,
    answers: { 201: { description: 'The thing', schema: thing } },
    handle: async ({ body, urls }) => created(body, urls.api('things', 7)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/things/:id/',
    summary: 'Read a thing',
    find: async ({ params }) => findThing(params.id, false),
    answers: { 200: { description: 'The thing', schema: thing } },
    handle: async ({ found, urls }) => ({ ...found, url: urls.api('things', found.id) }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/things/:id/',
    summary: 'Change a thing',
    find: async ({ params }) => findThing(params.id, true),
    body: thingBody,
    answers: { 200: { description: 'The thing', schema: thing } },
    handle: async ({ body }) => body,
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/things/:id/',
    summary: 'Change some of a thing',
    find: async ({ params }) => findThing(params.id, true),
    body: thingBody.partial(),
    answers: { 200: { description: 'The thing', schema: thing } },
    handle: async ({ body }) => body,
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/things/:id/',
    summary: 'Remove a thing',
    find: async ({ params }) => findThing(params.id, true),
    answers: { 204: { description: 'Removed' } },
    handle: async () => noContent(),
  }),
  endpoint({
    method: 'GET',
    path: '/api/things/:id/file/',
    summary: 'Download a file',
    formats: 'own',
    find: async ({ params }) => findThing(params.id, false),
    answers: { 200: { description: 'The file' } },
    handle: async ({ ctx }) =>
      new FileAnswer(Buffer.from(`format ${ctx.query.format}`), { 'Content-Type': 'text/plain' }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/things/:id/file/',
    summary: 'Upload a file',
    formats: 'own',
    find: async ({ params }) => findThing(params.id, true),
    body: z.object({ file: upload(), note: optionalText().optional() }),
    rawFile: 'file',
    answers: { 200: { description: 'What came' } },
    async handle({ body }) {
      const { name, size, path } = body.file;
      return { name, size, path, text: (await readFile(path, 'utf8')).slice(0, 20), note: body.note };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/private/',
    summary: 'For signed-in callers',
    signedIn: true,
    answers: { 200: { description: 'Nothing' } },
    handle: async () => ({}),
  }),
  endpoint({
    method: 'GET',
    path: '/api/broken/',
    summary: 'Has a bug',
    answers: { 200: { description: 'Never' } },
    handle: () => Promise.reject(new Error('secret path /srv/data')),
  }),
  endpoint({
    method: 'GET',
    path: '/api/places/:project/:component/',
    summary: 'Shows its parameters',
    answers: { 200: { description: 'The parameters' } },
    handle: async ({ params, urls }) => ({
      ...params,
      url: urls.component(`${params.project}/${params.component}`),
    }),
  }),
];
