import { z } from 'zod';
import { endpoint } from './http/endpoint.ts';

/** Resources that the root names. */
const resources = [
  'projects',
  'components',
  'translations',
  'languages',
  'users',
  'units',
  'suggestions',
  'changes',
  'categories',
  'component-lists',
  'screenshots',
] as const;

export const rootEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/',
    summary: 'URLs of all lists',
    answers: {
      200: {
        description: 'URL of each list',
        schema: z.object(Object.fromEntries(resources.map((name) => [name, z.string()]))),
      },
    },
    async handle({ urls }) {
      return Object.fromEntries(resources.map((name) => [name, urls.api(name)]));
    },
  }),
];
