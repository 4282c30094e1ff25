import type { Context } from 'koa';
import { Answer, FileAnswer } from './answer.ts';
import { csv } from './csv.ts';
import { apiPage } from './html.ts';
import { type Format, mediaType } from './negotiate.ts';
import { openMetrics } from './openmetrics.ts';
import type { Urls } from './urls.ts';

/** Writes what a handler answered in the negotiated form. */
export function respond(
  ctx: Context,
  answer: Answer | FileAnswer | object,
  format: Format,
  urls: Urls,
): void {
  if (answer instanceof FileAnswer) {
    ctx.set(answer.headers);
    ctx.body = answer.content;
    return;
  }
  const { status, body, headers } =
    answer instanceof Answer ? answer : { status: 200, body: answer, headers: {} };
  ctx.set(headers);
  write(ctx, { status, body, format, urls });
}

/** Writes an error; of the forms of an answer only the page for people keeps its form. */
export function respondError(
  ctx: Context,
  { status, body, format, urls }: { status: number; body: object; format: Format; urls: Urls },
): void {
  write(ctx, { status, body, format: format === 'api' ? 'api' : 'json', urls });
}

function write(
  ctx: Context,
  { status, body, format, urls }: { status: number; body: unknown; format: Format; urls: Urls },
): void {
  ctx.status = status;
  if (body === null) {
    ctx.body = null;
    // Koa turns a null body into 204; 304 has none either and keeps its own status.
    ctx.status = status;
    return;
  }
  ctx.body = render(ctx, { status, body, format, urls });
  // Set as a header: Koa would add a charset, which JSON has none of.
  const charset = format === 'json' || format === 'json-flat' ? '' : '; charset=utf-8';
  ctx.set('Content-Type', `${mediaType(format)}${charset}`);
}

function render(
  ctx: Context,
  { status, body, format, urls }: { status: number; body: unknown; format: Format; urls: Urls },
): string {
  switch (format) {
    case 'api':
      return apiPage({ method: ctx.method, path: ctx.originalUrl, base: urls.base }, status, body);
    case 'csv':
      return csv(rowsOf(body));
    case 'json-flat':
      return JSON.stringify(isPage(body) ? body.results : body);
    case 'openmetrics':
      return openMetrics(Object(body));
    default:
      return JSON.stringify(body);
  }
}

function rowsOf(body: unknown): readonly unknown[] {
  if (isPage(body)) {
    return body.results;
  }
  return Array.isArray(body) ? body : [body];
}

function isPage(body: unknown): body is { results: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results);
}
