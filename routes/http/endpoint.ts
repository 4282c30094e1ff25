import type { Context } from 'koa';
import type { z } from 'zod';
import type { Caller } from '../../models/access.ts';
import type { Answer, FileAnswer } from './answer.ts';
import type { Format } from './negotiate.ts';
import type { PathParams } from './path.ts';
import type { ApiServices } from './services.ts';
import type { Urls } from './urls.ts';

/** Methods in the order in which `Allow` names them. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** One request on its way through an endpoint. */
export interface Call<Params = unknown> {
  ctx: Context;
  services: ApiServices;
  caller: Caller;
  urls: Urls;
  params: Params;
}

/** A call whose path, rights and input are found good. */
export interface Request<Params, Found, Query, Body> extends Call<Params> {
  /** What `find` gave. */
  found: Found;
  query: Query;
  body: Body;
}

interface AnswerDeclaration {
  description: string;
  /** JSON of the answer; left out where there is none or where it is a file. */
  schema?: z.ZodType;
}

interface Declaration<Path extends string, Found, Query extends z.ZodObject, Body extends z.ZodObject> {
  method: Method;
  /** From `/api/` on, with the final slash; parameters as path.ts says. Also served without that slash. */
  path: Path;
  /** One line: what it does. */
  summary: string;
  /** Forms of the answer; `own`: the endpoint gives `format` a meaning of its own and there is no negotiation. */
  formats?: readonly Format[] | 'own';
  /** Reading needs sign-in too; writing always does. */
  signedIn?: boolean;
  /**
   * Finds what the path names and checks the right to do this to it.
   * @throws {ApiError} 404 for what the caller does not see, then 403 for what it may not do.
   */
  find?(call: Call<PathParams<Path>>): Promise<Found>;
  /** As `find`, where keys of the body name the object; these are looked at before the other keys are. */
  findByBody?(call: Call<PathParams<Path>>, body: Readonly<Record<string, unknown>>): Promise<Found>;
  query?: Query;
  /** Keys of the body, JSON and forms alike; others are ignored. */
  body?: Body;
  /** The body with the keys that others of its keys imply, before it is looked at. */
  complete?(body: Record<string, unknown>): Record<string, unknown>;
  /** Takes a raw body with a file name in `Content-Disposition` as this key. */
  rawFile?: string;
  answers: Readonly<Record<number, AnswerDeclaration>>;
  /** Acts and presents. A plain value is the JSON of a 200. */
  handle(
    request: Request<PathParams<Path>, Found, z.output<Query>, z.output<Body>>,
  ): Promise<Answer | FileAnswer | object>;
}

/** An endpoint as routing, validation, OPTIONS and the OpenAPI document read it. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly formats: readonly Format[] | 'own';
  readonly signedIn: boolean;
  readonly query: z.ZodObject | null;
  readonly body: z.ZodObject | null;
  complete(body: Record<string, unknown>): Record<string, unknown>;
  readonly rawFile: string | null;
  readonly answers: Readonly<Record<number, AnswerDeclaration>>;
  find(call: Call): Promise<unknown>;
  readonly findByBody: ((call: Call, body: Readonly<Record<string, unknown>>) => Promise<unknown>) | null;
  handle(request: Request<unknown, unknown, unknown, unknown>): Promise<Answer | FileAnswer | object>;
}

/** Declares one method of one path: everything about it in one place, typed from its path and its schemas. */
export function endpoint<
  const Path extends string,
  Found = undefined,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
>(declaration: Declaration<Path, Found, Query, Body>): Endpoint {
  // The types of parameters, query, body and `find` belong together here and are erased for those who route.
  const { find, findByBody, handle } = declaration as unknown as Pick<Endpoint, 'handle'> &
    Partial<Pick<Endpoint, 'find' | 'findByBody'>>;
  return {
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    formats: declaration.formats ?? ['json', 'api'],
    signedIn: declaration.signedIn ?? false,
    query: declaration.query ?? null,
    body: declaration.body ?? null,
    complete: declaration.complete ?? ((body) => body),
    rawFile: declaration.rawFile ?? null,
    answers: declaration.answers,
    find: find ?? (async () => undefined),
    findByBody: findByBody ?? null,
    handle,
  };
}
