import type { Context, Middleware } from 'koa';
import { authenticate } from './authenticate.ts';
import { type ReadBody, readBody } from './body.ts';
import { describePath } from './describe.ts';
import type { Call, Endpoint, Method } from './endpoint.ts';
import { errorBody, serverErrorBody } from './error-body.ts';
import { ApiError, methodNotAllowed, notAuthenticated, notFound } from './errors.ts';
import { type Format, negotiate } from './negotiate.ts';
import { readPathParams } from './path.ts';
import { publicBase } from './public-base.ts';
import { respond, respondError } from './respond.ts';
import type { PathEntry } from './route-table.ts';
import type { ApiServices } from './services.ts';
import type { Throttle } from './throttle.ts';
import { Urls } from './urls.ts';
import { validate } from './validate.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Answers requests to one path. The order of the checks is part of the interface: form of the answer, credentials,
 * anonymous writing, throttle, method, object, right, syntax of the body, fields.
 */
export function pathServer(
  services: ApiServices,
  throttle: Throttle,
): (entry: PathEntry | null) => Middleware {
  return (entry) => async (ctx) => {
    const urls = new Urls(publicBase(ctx, services.config.url));
    setCommonHeaders(ctx, entry);
    let format: Format = 'json';
    try {
      format = negotiatedFormat(ctx, entry);
      const answer = await answerTo(ctx, { services, throttle, entry, urls });
      respond(ctx, answer, format, urls);
    } catch (error) {
      answerError(ctx, { error, format, urls, services });
    }
  };
}

function setCommonHeaders(ctx: Context, entry: PathEntry | null): void {
  ctx.set('Vary', 'Accept, Accept-Language, Authorization, Cookie');
  ctx.set('Content-Language', 'en');
  if (entry) {
    ctx.set('Allow', entry.allow);
  }
}

function negotiatedFormat(ctx: Context, entry: PathEntry | null): Format {
  if (!entry || entry.formats === 'own') {
    return 'json';
  }
  return negotiate(ctx, entry.formats, ctx.state.suffix ?? null);
}

interface Serving {
  services: ApiServices;
  throttle: Throttle;
  entry: PathEntry | null;
  urls: Urls;
}

async function answerTo(ctx: Context, { services, throttle, entry, urls }: Serving): Promise<object> {
  const caller = await authenticate(ctx, services.db);
  // Read by the access log.
  ctx.state.user = caller.user;
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  const endpoint = entry?.endpoints.get(method as Method);
  if (!caller.user && (!safeMethods.includes(ctx.method) || endpoint?.signedIn)) {
    throw notAuthenticated();
  }
  throttle.count(ctx, caller.user?.id ?? null);
  if (!entry) {
    throw notFound();
  }
  if (!endpoint && method !== 'OPTIONS') {
    throw methodNotAllowed(ctx.method);
  }
  const params = readPathParams(ctx.params);
  if (params === null) {
    throw notFound();
  }
  const call: Call = { ctx, services, caller, urls, params };
  return endpoint ? run(endpoint, call) : describePath(entry, call);
}

async function run(endpoint: Endpoint, call: Call): Promise<object> {
  const named = await endpoint.find(call);
  const query = endpoint.query ? validate(endpoint.query, withoutEmpty(call.ctx.query)) : {};
  const body = await bodyOf(endpoint, call);
  try {
    const value = isObject(body.value) ? endpoint.complete(body.value) : body.value;
    // What is no object is left for validation to refuse.
    const found = endpoint.findByBody && isObject(value) ? await endpoint.findByBody(call, value) : named;
    const values = endpoint.body ? validate(endpoint.body, value) : {};
    return await endpoint.handle({ ...call, found, query, body: values });
  } finally {
    await body.discardFiles();
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A parameter without a value asks for nothing. */
function withoutEmpty(query: Context['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

async function bodyOf(endpoint: Endpoint, { ctx, services }: Call): Promise<ReadBody> {
  if (!endpoint.body) {
    return { value: {}, discardFiles: () => Promise.resolve() };
  }
  return readBody(ctx, { folder: services.config.uploadsFolder, rawFile: endpoint.rawFile });
}

function answerError(
  ctx: Context,
  { error, format, urls, services }: { error: unknown; format: Format; urls: Urls; services: ApiServices },
): void {
  if (error instanceof ApiError) {
    ctx.set(error.headers);
    respondError(ctx, { status: error.status, body: errorBody(error), format, urls });
    return;
  }
  services.log.error({ err: error, requestId: ctx.state.requestId }, 'request failed');
  respondError(ctx, { status: 500, body: serverErrorBody(), format, urls });
}
