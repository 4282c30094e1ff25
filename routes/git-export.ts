import type { Context, Middleware } from 'koa';
import { copyFolder, hasCopy } from '../actors/working-copy.ts';
import { type Caller, may, seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import type { FoundComponent } from './find.ts';
import { gitCaller, unauthorised } from './git-caller.ts';
import { type GitRequest, parseGitRequest } from './git-request.ts';
import { answerObjects, answerRefs } from './git-upload-pack.ts';
import { ApiError, denied, methodNotAllowed, notFound } from './http/errors.ts';
import { publicBase } from './http/public-base.ts';
import type { ApiServices } from './http/services.ts';
import { Urls } from './http/urls.ts';

export type GitExportServices = Pick<ApiServices, 'db'> & {
  config: Pick<ApiServices['config'], 'url' | 'vcsFolder'>;
};

/** Clones that are served at a time: each holds a process, and anybody may clone what is public. */
const mostClones = 32;

/** Seconds after which a client that was turned away may come again. */
const retryAfter = 30;

/**
 * The repository of each component for `git clone` and `git fetch`, over git's smart HTTP, below `/git/`. What is served is
 * the working copy: upstream's commits and those not pushed yet. Nothing can be pushed. A component that works in the
 * repository of another one is redirected to that one's address.
 *
 * 503 with `Retry-After`: the working copy is not there (the component is just being created, or the copy was lost and
 * the next job of the component clones it again), or too many clones run.
 */
export function gitExport(services: GitExportServices): Middleware {
  let clones = 0;

  return async (ctx, next) => {
    if (!ctx.path.startsWith('/git/')) {
      return next();
    }
    // What a proxy kept of an answer could be shown to somebody else, or hide a new commit.
    ctx.set('Cache-Control', 'no-cache, no-store, must-revalidate');
    try {
      const folder = await folderToServe(ctx, services);
      if (folder === null) {
        return;
      }
      if (clones >= mostClones) {
        throw comeAgain('Too many clones are under way; try again later.');
      }
      clones += 1;
      ctx.res.once('close', () => {
        clones -= 1;
      });
      await (ctx.method === 'GET' ? answerRefs(ctx, folder) : answerObjects(ctx, folder));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      // Git shows plain text to the person at the terminal.
      ctx.set(error.headers);
      ctx.status = error.status;
      ctx.type = 'text/plain';
      ctx.body = `${error.message}\n`;
    }
  };
}

/** The working copy whose content is asked for; null when the answer is a redirect. @throws {ApiError} */
async function folderToServe(ctx: Context, services: GitExportServices): Promise<string | null> {
  const request = parseGitRequest(ctx.path, ctx.search);
  checkMethod(ctx, request?.kind);
  const caller = await gitCaller(ctx, services.db);
  // Read by the access log.
  ctx.state.user = caller.user;
  const component = await findComponent(services, caller, request);
  const urls = new Urls(publicBase(ctx, services.config.url));
  if (request?.kind === 'page') {
    ctx.redirect(urls.componentPage(component.path));
    return null;
  }
  authorise(caller, component);
  if (component.linked_component) {
    // 307 keeps the method: a request for objects stays one.
    ctx.redirect(`${urls.componentExport(component.linked_component.path)}${request?.rest}`);
    ctx.status = 307;
    return null;
  }
  const folder = copyFolder(services.config.vcsFolder, component.id);
  if (!(await hasCopy(folder))) {
    throw comeAgain('The repository is not available at the moment; try again later.');
  }
  return folder;
}

/** Before anything else, and the same for every address, so that it tells nothing about what there is. */
function checkMethod(ctx: Context, kind: GitRequest['kind'] | undefined): void {
  if (kind === 'push') {
    throw denied('This repository can only be cloned and fetched, with a git that speaks smart HTTP.');
  }
  const allowed = kind === 'objects' ? ['POST'] : ['GET', 'HEAD'].slice(0, kind === 'refs' ? 1 : 2);
  if (!allowed.includes(ctx.method)) {
    ctx.set('Allow', allowed.join(', '));
    throw methodNotAllowed(ctx.method);
  }
}

/** @throws {ApiError} 404 for what the caller may not know of; 401 for anonymous ones, who may be somebody. */
async function findComponent(
  { db }: GitExportServices,
  caller: Caller,
  request: GitRequest | null,
): Promise<FoundComponent> {
  const found = request && (await Component.at(db.reader, request.path));
  if (!found?.project || !seesComponent(caller, found, found.project)) {
    throw caller.user ? notFound() : unauthorised('Sign in with user name and API token.');
  }
  await found.$fetchGraph('linked_component', { transaction: db.reader });
  return found as FoundComponent;
}

/** @throws {ApiError} 403, or 401 for anonymous callers */
function authorise(caller: Caller, { project }: FoundComponent): void {
  if (!may(caller, 'vcs.access', project)) {
    throw caller.user ? denied() : unauthorised('Sign in with user name and API token.');
  }
}

function comeAgain(detail: string): ApiError {
  return new ApiError(503, [{ code: 'unavailable', detail, attr: null }], { 'Retry-After': `${retryAfter}` });
}
