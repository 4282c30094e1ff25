import type { Context } from 'koa';

/** Whether the client says that it has the content with this tag; null when it names no tags. */
export function knowsTag(ctx: Context, tag: string): boolean | null {
  const header = ctx.get('If-None-Match');
  if (header === '') {
    return null;
  }
  const known = header.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(tag);
}

/** Whether the client has what there is since `changed`, in milliseconds. Its times are whole seconds; null: who knows. */
export function knowsTime(ctx: Context, changed: number | null): boolean {
  const since = Date.parse(ctx.get('If-Modified-Since'));
  return changed !== null && Math.floor(changed / 1000) * 1000 <= since;
}

/** `Last-Modified` of what was last changed then; now, when nobody knows. */
export function lastModified(changed: number | null): string {
  return new Date(changed ?? Date.now()).toUTCString();
}
