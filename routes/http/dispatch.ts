import type { Context, Middleware } from 'koa';
import { apiEndpoints } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import { isFormat } from './negotiate.ts';
import { resourceOf } from './path.ts';
import { routeTable } from './route-table.ts';
import { pathServer } from './serve.ts';
import type { ApiServices } from './services.ts';
import { Throttle } from './throttle.ts';

/** The API: everything under `/api/`; other paths are left to what comes next. */
export function apiMiddleware(services: ApiServices): Middleware {
  return dispatch(apiEndpoints, services);
}

/** Serves `endpoints`, all of them below `/api/`. */
export function dispatch(endpoints: readonly Endpoint[], services: ApiServices): Middleware {
  const serve = pathServer(services, new Throttle(services.config.throttle));
  const resources = routeTable(endpoints, serve);
  const serveNothing = serve(null);

  return async (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) {
      return next();
    }
    takeSuffix(ctx);
    const resource = resources.get(resourceOf(ctx.path));
    if (!resource) {
      return serveNothing(ctx, next);
    }
    return resource(ctx, () => serveNothing(ctx, next));
  };
}

/**
 * `/api/projects.json` asks for a format. Only known formats are suffixes, and only without a final slash, so that the
 * user `ana.nova` is found at both of its paths.
 */
function takeSuffix(ctx: Context): void {
  const { path, suffix = '' } = /^(?<path>.+)\.(?<suffix>[a-z-]+)$/.exec(ctx.path)?.groups ?? {};
  if (path !== undefined && isFormat(suffix)) {
    ctx.path = `${path}/`;
    ctx.state.suffix = suffix;
  }
}
