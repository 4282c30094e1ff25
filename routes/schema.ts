import { Answer } from './http/answer.ts';
import { type Endpoint, endpoint } from './http/endpoint.ts';
import { openApiDocument } from './http/openapi.ts';

/** `/api/schema/`: the OpenAPI document of `endpoints`. */
export function schemaEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/api/schema/',
      summary: 'Read the OpenAPI 3.1 document of this API',
      answers: { 200: { description: 'The document' } },
      handle: async ({ services, urls }) =>
        new Answer(200, openApiDocument(endpoints, { title: services.config.siteTitle, url: urls.base })),
    }),
  ];
}
