import assert from 'node:assert/strict';
import { apiEndpoints } from '../../routes/api.ts';
import type { Endpoint } from '../../routes/http/endpoint.ts';

/**
 * Holds an answer of the API against the declaration of its endpoint, from which the OpenAPI document is made: every
 * key is declared, none is missing, all are of the declared kind. Only for answers in the form of plain JSON.
 */
export function assertDeclared(method: string, url: URL, status: number, json: unknown): void {
  const schema = endpointAt(method, url.pathname)?.answers[status]?.schema;
  if (!schema || url.searchParams.has('format') || url.pathname.endsWith('.json')) {
    return;
  }
  const parsed = schema.safeParse(json);
  const place = `${method} ${url.pathname} ${status}`;
  assert.ok(parsed.success, `${place} is not as declared: ${parsed.error?.message}`);
  // Parsing drops what is not declared.
  assert.deepEqual(parsed.data, json, `${place} has keys that are not declared`);
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  const segments = segmentsOf(path);
  return apiEndpoints.find((endpoint) => {
    const names = segmentsOf(endpoint.path);
    return (
      endpoint.method === method &&
      names.length === segments.length &&
      names.every((name, index) => name.startsWith(':') || name === segments[index])
    );
  });
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
