import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { mediaType } from './negotiate.ts';

const errorShape = z
  .looseObject({
    type: z.enum(['validation_error', 'client_error', 'server_error']),
    errors: z.array(z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() })),
    detail: z.string(),
  })
  .meta({
    id: 'Error',
    description: 'What is wrong; problems of fields are repeated under the names of the fields.',
  });

const paging = {
  page: z.string().optional().meta({ description: 'Number of the page from 1, or `last`' }),
  page_size: z.int().optional().meta({ description: 'Items of a page' }),
};

/** The OpenAPI 3.1 document of `endpoints`, made from nothing but their declarations. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, url }: { title: string; url: string },
) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'token', {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token` and the API token of an account',
  });
  for (const endpoint of endpoints) {
    registry.registerPath(operation(endpoint));
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
  });
}

function operation(endpoint: Endpoint): RouteConfig {
  const { method, path, summary, body } = endpoint;
  const resource = path.split('/')[2] || 'root';
  return {
    method: method.toLowerCase() as Lowercase<Endpoint['method']>,
    path: path.replace(/:(\w+)/g, '{$1}'),
    operationId: `${method.toLowerCase()}${path.replace(/[/:_.]+(\w)?/g, (_, letter = '') => letter.toUpperCase())}`,
    summary,
    tags: [resource],
    security: method === 'GET' && !endpoint.signedIn ? [{}, { token: [] }] : [{ token: [] }],
    request: {
      params: pathParams(path),
      query: queryOf(endpoint),
      ...(body ? { body: { content: bodyContent(body), required: true } } : {}),
    },
    responses: { ...answersOf(endpoint), default: errorAnswer },
  };
}

function pathParams(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return z.object(
    Object.fromEntries(names.map((name) => [name, /^id$|_id$/.test(name) ? z.int() : z.string()])),
  );
}

function queryOf({ query, formats, answers }: Endpoint): z.ZodObject {
  const schema = answers[200]?.schema;
  const isPage = schema instanceof z.ZodObject && 'results' in schema.shape && 'next' in schema.shape;
  const format =
    formats === 'own'
      ? {}
      : { format: z.enum(formats).optional().meta({ description: 'Form of the answer; beats `Accept`' }) };
  return z.object({ ...query?.shape, ...(isPage ? paging : {}), ...format });
}

function bodyContent(schema: z.ZodObject) {
  return {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  };
}

const errorAnswer = {
  description: 'An error',
  content: { 'application/json': { schema: errorShape } },
};

function answersOf({ answers, formats }: Endpoint): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema }]) => {
      const types = formats === 'own' ? ['application/json'] : [...new Set(formats.map(mediaType))];
      const content = schema
        ? {
            content: Object.fromEntries(
              types.map((type) => [type, { schema: type === 'application/json' ? schema : z.string() }]),
            ),
          }
        : {};
      return [status, { description, ...content }];
    }),
  );
}
