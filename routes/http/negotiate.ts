import type { Context } from 'koa';
import { notAcceptable, notFound } from './errors.ts';

/** Forms of an answer, and the media type that asks for each; `json-flat` can only be asked for by name. */
const mediaTypes = {
  json: 'application/json',
  api: 'text/html',
  csv: 'text/csv',
  'json-flat': null,
  openmetrics: 'application/openmetrics-text',
} as const;

export type Format = keyof typeof mediaTypes;

export function isFormat(name: string): name is Format {
  return Object.hasOwn(mediaTypes, name);
}

/** Media type of answers in `format`. */
export function mediaType(format: Format): string {
  return mediaTypes[format] ?? 'application/json';
}

/**
 * The form in which `ctx` wants its answer: a `format` (suffix of the path, else of the query) beats `Accept`.
 * @throws {ApiError} 404 for a format that is not offered here, 406 when no offered type is acceptable.
 */
export function negotiate(ctx: Context, offered: readonly Format[], suffix: Format | null): Format {
  const asked = suffix ?? [ctx.query.format ?? []].flat()[0];
  if (asked) {
    const named = offered.find((format) => format === asked);
    if (!named) {
      throw notFound();
    }
    return named;
  }
  const best = ctx.accepts(offered.flatMap((format) => mediaTypes[format] ?? []));
  const accepted = offered.find((format) => mediaTypes[format] === best);
  if (!accepted) {
    throw notAcceptable();
  }
  return accepted;
}
