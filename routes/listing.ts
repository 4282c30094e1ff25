import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Call } from './http/endpoint.ts';
import type { Format } from './http/negotiate.ts';
import {
  isFirstPage,
  listSizes,
  type Page,
  type PageSizes,
  pageOf,
  paginate,
  sizeOfPage,
} from './http/paginate.ts';
import type { Viewer } from './present/component.ts';

/** Forms in which lists are answered. */
export const listFormats: readonly Format[] = ['json', 'api', 'csv'];

/** Forms of lists of statistics; `json-flat` is the bare array. */
export const statisticsFormats: readonly Format[] = ['json', 'api', 'csv', 'json-flat'];

/** Declares the answer of a list. */
export function listAnswer(description: string, item: z.ZodType) {
  return { 200: { description, schema: pageOf(item) } };
}

export function viewerOf({ services, caller, urls }: Call): Viewer {
  return { knex: services.db.reader, caller, urls };
}

/** A query of one model: what a list needs of Objection's builders. */
interface ModelQuery<Row> {
  clone(): ModelQuery<Row>;
  toKnexQuery(): Knex.QueryBuilder;
  resultSize(): Promise<number>;
}

export interface Listing<Row extends { id: number }, Item> {
  /** All rows of the list, without an order. */
  query: ModelQuery<Row>;
  /** Table whose `id` names a row. */
  table: string;
  /** Columns to order by; ids upwards where not given. */
  order?: { column: string; order: 'asc' | 'desc' }[];
  /** Number of rows, where it is known without counting. */
  count?: number;
  sizes?: PageSizes;
  load(ids: number[]): Promise<Row[]>;
  present(rows: Row[]): Promise<Item[]> | Item[];
}

/**
 * A page of rows. Only ids are read up to where the page begins, so that pages far down a list do not read the whole
 * rows of all pages before them. Rows that the first page has room for are not counted as well.
 */
export async function list<Row extends { id: number }, Item>(
  call: Call,
  { query, table, order, count, sizes = listSizes(call), load, present }: Listing<Row, Item>,
): Promise<Page<Item>> {
  const idsFrom = async (offset: number, limit: number): Promise<number[]> =>
    query
      .clone()
      .toKnexQuery()
      .clearSelect()
      .orderBy(order ?? [{ column: `${table}.id`, order: 'asc' }])
      .limit(limit)
      .offset(offset)
      .pluck(`${table}.id`);
  const size = sizeOfPage(call, sizes);
  const first = isFirstPage(call) ? await idsFrom(0, size) : null;
  const isWhole = first !== null && first.length < size;
  const source = {
    count: isWhole ? first.length : (count ?? (await query.clone().resultSize())),
    async items(limit: number, offset: number) {
      const ids = first ?? (await idsFrom(offset, limit));
      return present(inOrderOf(ids, await load(ids)));
    },
  };
  return paginate(call, source, sizes);
}

/** Rows in the order of their ids; what is gone meanwhile is left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
