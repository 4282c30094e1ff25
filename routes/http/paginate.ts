import { z } from 'zod';
import type { Call } from './endpoint.ts';
import { notFound } from './errors.ts';

export interface Page<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** JSON of a page of `item`. */
export function pageOf(item: z.ZodType) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

export interface PageSizes {
  /** Items where the client asks for no number. */
  initial: number;
  maximum: number;
}

export interface Source<Item> {
  count: number;
  /** The items from `offset` on, at most `limit`, presented. */
  items(limit: number, offset: number): Promise<Item[]>;
}

/** Sizes of most lists. */
export function listSizes(call: Call): PageSizes {
  return { initial: call.services.config.pageSize, maximum: 1000 };
}

/** Sizes of lists of units. */
export const unitSizes: PageSizes = { initial: 100, maximum: 10_000 };

/**
 * The page of `source` that the query asks for: `page` from 1 or `last`, `page_size`.
 * @throws {ApiError} 404 for a page that is not there; the first page of an empty list is.
 */
export async function paginate<Item>(
  call: Call,
  { count, items }: Source<Item>,
  sizes: PageSizes = listSizes(call),
): Promise<Page<Item>> {
  const size = sizeOfPage(call, sizes);
  const last = Math.max(1, Math.ceil(count / size));
  const page = pageNumber(firstOf(call.ctx.query.page), last);
  return {
    count,
    next: page < last ? pageUrl(call, page + 1) : null,
    previous: page > 1 ? pageUrl(call, page - 1) : null,
    results: count === 0 ? [] : await items(size, (page - 1) * size),
  };
}

/** Items that a page has at most. */
export function sizeOfPage(call: Call, { initial, maximum }: PageSizes): number {
  const text = firstOf(call.ctx.query.page_size);
  const size = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return size > 0 ? Math.min(size, maximum) : initial;
}

/** Whether the first page is asked for, however many there are. */
export function isFirstPage({ ctx }: Call): boolean {
  return ['', '1', undefined].includes(firstOf(ctx.query.page));
}

function pageNumber(text: string | undefined, last: number): number {
  if (text === undefined || text === '') {
    return 1;
  }
  if (text === 'last') {
    return last;
  }
  const page = /^\d+$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > last) {
    throw notFound('Invalid page.');
  }
  return page;
}

/** The same request for another page: all other parameters stay, in their order. */
function pageUrl({ ctx, urls }: Call, page: number): string {
  const [path = '', search = ''] = ctx.originalUrl.split('?', 2);
  const params = new URLSearchParams(search);
  if (page === 1) {
    params.delete('page');
  } else {
    params.set('page', String(page));
  }
  const query = params.toString();
  return `${urls.base}${path}${query === '' ? '' : `?${query}`}`;
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
