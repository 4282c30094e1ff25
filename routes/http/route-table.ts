import Router from '@koa/router';
import type { Middleware } from 'koa';
import { type Endpoint, type Method, methods } from './endpoint.ts';
import type { Format } from './negotiate.ts';
import { resourceOf } from './path.ts';

/** What one path offers. */
export interface PathEntry {
  path: string;
  endpoints: ReadonlyMap<Method, Endpoint>;
  formats: readonly Format[] | 'own';
  /** Value of the `Allow` header. */
  allow: string;
}

/**
 * One router per resource (second segment of the path), each path with everything it offers. Routers compare one path
 * after the other, so a single one for all would cost half of the throughput.
 */
export function routeTable(
  endpoints: readonly Endpoint[],
  serve: (entry: PathEntry) => Middleware,
): ReadonlyMap<string, Middleware> {
  const routers = new Map<string, Router>();
  for (const entry of pathEntries(endpoints)) {
    const resource = resourceOf(entry.path);
    const router = routers.get(resource) ?? new Router({ sensitive: true });
    // Without its final slash a path matches both forms.
    router.all(entry.path.replace(/\/$/, ''), serve(entry));
    routers.set(resource, router);
  }
  return new Map([...routers].map(([resource, router]) => [resource, router.routes() as Middleware]));
}

/** @throws {Error} when two endpoints claim one method of one path. */
export function pathEntries(endpoints: readonly Endpoint[]): PathEntry[] {
  const byPath = new Map<string, Map<Method, Endpoint>>();
  for (const endpoint of endpoints) {
    const offered = byPath.get(endpoint.path) ?? new Map<Method, Endpoint>();
    if (offered.has(endpoint.method)) {
      throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`);
    }
    offered.set(endpoint.method, endpoint);
    byPath.set(endpoint.path, offered);
  }
  return [...byPath].map(([path, offered]) => ({
    path,
    endpoints: offered,
    formats: formatsOf([...offered.values()]),
    allow: allowOf(offered),
  }));
}

function formatsOf(endpoints: readonly Endpoint[]): readonly Format[] | 'own' {
  const formats = new Set<Format>();
  for (const endpoint of endpoints) {
    if (endpoint.formats === 'own') {
      return 'own';
    }
    for (const format of endpoint.formats) {
      formats.add(format);
    }
  }
  return [...formats];
}

function allowOf(offered: ReadonlyMap<Method, Endpoint>): string {
  const names: string[] = methods.filter((method) => offered.has(method));
  if (offered.has('GET')) {
    names.push('HEAD');
  }
  return [...names, 'OPTIONS'].join(', ');
}
