import type { Endpoint } from './http/endpoint.ts';
import { languageEndpoints } from './languages.ts';
import { rootEndpoints } from './root.ts';

/** Every endpoint of the API, resource by resource. */
export const apiEndpoints: readonly Endpoint[] = [...rootEndpoints, ...languageEndpoints];
