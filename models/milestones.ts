import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { rewrittenHistory } from './change.ts';
import { isMysql } from './database.ts';

/** Which changes a list holds. */
export interface HistoryFilter {
  /** The `changes` it holds, without order and whatever their action. */
  query: Knex.QueryBuilder;
  /** Kinds of change, each once; null: all. */
  actions: readonly number[] | null;
  /** Whether these are the changes of everything, and not of one object or user. */
  isWhole: boolean;
  /** Milliseconds, both included; left out: from the beginning, until now. */
  since?: number;
  before?: number;
}

/** Where in time a change stands; changes of one millisecond are told apart by their ids. */
interface Mark {
  timestamp: number;
  id: number;
}

interface Series {
  /** What `rewrittenHistory` said when the marks were set. */
  rewritten: unknown;
  marks: Mark[];
}

/** Lists whose marks are kept. */
const mostSeries = 300;

/**
 * Counts lists of changes and finds their pages without reading all of them each time. History grows at one end only, so
 * every 10,000th change, counted from the oldest, is remembered with its time: what comes before the last of these marks
 * need not be counted again, and a page begins at most that many changes from a mark. Only changes of the last hour
 * may still come in out of their order, so marks are older. A removal of old changes starts the marks anew.
 *
 * A part of a list between two times is found in the marks of the whole list.
 *
 * The first count of a long list sets its marks step by step, with other work in between. A list of several kinds of change
 * has no marks: it is counted kind by kind, and its pages are found from the nearer end.
 */
export class Milestones {
  #stretch: number;
  #settledMs: number;
  #series = new Map<string, Series>();
  #running = new Map<string, Promise<number>>();

  constructor({ stretch = 10_000, settledMs = 60 * 60 * 1000 } = {}) {
    this.#stretch = stretch;
    this.#settledMs = settledMs;
  }

  /** The number of changes in the list. */
  async count(knex: Knex, filter: HistoryFilter): Promise<number> {
    if (!isMerged(filter)) {
      return this.#countPart(knex, filter);
    }
    let sum = 0;
    for (const action of filter.actions) {
      sum += await this.#countPart(knex, { ...filter, actions: [action] });
    }
    return sum;
  }

  async #countPart(knex: Knex, filter: HistoryFilter): Promise<number> {
    if (filter.since === undefined && filter.before === undefined) {
      return this.#countOnce(knex, filter);
    }
    const found = await countUpTo(knex, filter, 2 * this.#stretch);
    if (found < 2 * this.#stretch) {
      return found;
    }
    const older = filter.since === undefined ? 0 : await this.#countBefore(knex, filter, filter.since);
    return (await this.#countUntilEnd(knex, filter)) - older;
  }

  /** Of the whole list, what is not newer than the part that `filter` wants. */
  async #countUntilEnd(knex: Knex, filter: HistoryFilter): Promise<number> {
    const total = await this.#countOnce(knex, wholeOf(filter));
    return filter.before === undefined ? total : this.#countBefore(knex, filter, filter.before + 1);
  }

  /** How many changes of the whole list are older than `time`: from the last mark before it. */
  async #countBefore(knex: Knex, filter: HistoryFilter, time: number): Promise<number> {
    const whole = wholeOf(filter);
    await this.#countOnce(knex, whole);
    const marks = this.#series.get(keyOf(whole))?.marks ?? [];
    const next = marks.findIndex(({ timestamp }) => timestamp >= time);
    const passed = next === -1 ? marks.length : next;
    const rest = { ...after(whole, marks[passed - 1]), before: time - 1 };
    return passed * this.#stretch + (await countUpTo(knex, rest, null));
  }

  /** Those who ask while it is being counted wait for the same count. */
  #countOnce(knex: Knex, filter: HistoryFilter): Promise<number> {
    const key = keyOf(filter);
    const running = this.#running.get(key) ?? this.#count(knex, filter, key);
    this.#running.set(key, running);
    return running.finally(() => this.#running.delete(key));
  }

  /** Ids from `offset` on, at most `limit`, the newest first; `count` is what `count` gave. */
  async ids(
    knex: Knex,
    filter: HistoryFilter,
    { offset, limit, count }: { offset: number; limit: number; count: number },
  ): Promise<number[]> {
    const fromOldest = count - offset;
    if (isMerged(filter) && fromOldest < offset) {
      const found = Math.min(limit, fromOldest);
      const slice = { order: 'asc', offset: fromOldest - found, limit: found } as const;
      const reversed = await inOrder(knex, filter, slice);
      return reversed.map(({ id }) => id).reverse();
    }
    if (filter.since !== undefined || filter.before !== undefined) {
      return this.#idsOfPart(knex, filter, { offset, limit, count });
    }
    const nearest = Math.ceil(fromOldest / this.#stretch);
    const mark = this.#series.get(keyOf(filter))?.marks[nearest - 1];
    const skipped = nearest * this.#stretch - fromOldest;
    const rows =
      mark && skipped < offset
        ? await inOrder(knex, until(filter, mark), { order: 'desc', offset: skipped, limit })
        : await inOrder(knex, filter, { order: 'desc', offset, limit });
    return rows.map(({ id }) => id);
  }

  async #idsOfPart(
    knex: Knex,
    filter: HistoryFilter,
    { offset, limit, count }: { offset: number; limit: number; count: number },
  ): Promise<number[]> {
    if (isMerged(filter) || count < 2 * this.#stretch) {
      const rows = await inOrder(knex, filter, { order: 'desc', offset, limit });
      return rows.map(({ id }) => id);
    }
    const total = await this.#countOnce(knex, wholeOf(filter));
    const newer = total - (await this.#countUntilEnd(knex, filter));
    const slice = { offset: newer + offset, limit: Math.min(limit, count - offset), count: total };
    return this.ids(knex, wholeOf(filter), slice);
  }

  async #count(knex: Knex, filter: HistoryFilter, key: string): Promise<number> {
    const marks = this.#marksOf(key, await rewrittenHistory(knex));
    const stretch = this.#stretch;
    const found = await countUpTo(knex, after(filter, marks.at(-1)), 2 * stretch);
    if (found < 2 * stretch) {
      return marks.length * stretch + found;
    }
    for (;;) {
      const newer = after(filter, marks.at(-1));
      const [mark] = await inOrder(knex, newer, { order: 'asc', offset: stretch - 1, limit: 1 });
      if (!mark || mark.timestamp > Date.now() - this.#settledMs) {
        return marks.length * stretch + (await countUpTo(knex, newer, null));
      }
      marks.push(mark);
      await turn();
    }
  }

  #marksOf(key: string, rewritten: unknown): Mark[] {
    const known = this.#series.get(key);
    const series = known && known.rewritten === rewritten ? known : { rewritten, marks: [] };
    this.#series.delete(key);
    this.#series.set(key, series);
    if (this.#series.size > mostSeries) {
      const [oldest] = this.#series.keys();
      this.#series.delete(oldest!);
    }
    return series.marks;
  }
}

function isMerged(filter: HistoryFilter): filter is HistoryFilter & { actions: readonly number[] } {
  return filter.actions !== null && filter.actions.length > 1;
}

/** The list that `filter` wants a part of. */
function wholeOf({ since: _since, before: _before, ...filter }: HistoryFilter): HistoryFilter {
  return filter;
}

/** A query of the list, with its times. */
function within({ query, since, before }: HistoryFilter): Knex.QueryBuilder {
  const rows = query.clone().clearSelect();
  if (since !== undefined) {
    rows.where('changes.timestamp', '>=', since);
  }
  if (before !== undefined) {
    rows.where('changes.timestamp', '<=', before);
  }
  return rows;
}

function keyOf({ query, actions }: HistoryFilter): string {
  const { sql, bindings } = query.toSQL();
  return JSON.stringify([sql, bindings, actions]);
}

// Comparing pairs would be shorter, and MariaDB finds no index for that.

function after(filter: HistoryFilter, mark: Mark | undefined): HistoryFilter {
  if (!mark) {
    return filter;
  }
  const newer = filter.query
    .clone()
    .where('changes.timestamp', '>=', mark.timestamp)
    .whereNot((same) => same.where('changes.timestamp', mark.timestamp).where('changes.id', '<=', mark.id));
  return { ...filter, query: newer };
}

/** With the change at the mark itself. */
function until(filter: HistoryFilter, mark: Mark): HistoryFilter {
  const older = filter.query
    .clone()
    .where('changes.timestamp', '<=', mark.timestamp)
    .whereNot((same) => same.where('changes.timestamp', mark.timestamp).where('changes.id', '>', mark.id));
  return { ...filter, query: older };
}

/** The number of changes in the list, or `most` when there are more; null: all are counted. */
async function countUpTo(knex: Knex, filter: HistoryFilter, most: number | null): Promise<number> {
  const [row] = await counting(knex, filter, most);
  return Number(Object(row).found);
}

/** Gives one row with the number as `found`. */
export function counting(knex: Knex, filter: HistoryFilter, most: number | null): Knex.QueryBuilder {
  const ids = within(filter).select('changes.id');
  if (filter.actions !== null) {
    const places = filter.actions.map(() => '?').join(', ');
    ids.whereRaw(`${actionColumn(knex, filter)} IN (${places})`, [...filter.actions]);
  }
  if (most !== null) {
    ids.limit(most);
  }
  return knex.from(ids.as('listed')).count({ found: '*' });
}

interface Slice {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** Several kinds of change are read from one index each and merged: no index has them together in the order of time. */
export function inOrder(
  knex: Knex,
  filter: HistoryFilter,
  { order, offset, limit }: Slice,
): Knex.QueryBuilder<Mark, Mark[]> {
  const { actions } = filter;
  const column = actionColumn(knex, filter);
  const some = () => within(filter).select('changes.id', 'changes.timestamp');
  const sorted = (rows: Knex.QueryBuilder, prefix: string) =>
    rows.orderBy([
      { column: `${prefix}timestamp`, order },
      { column: `${prefix}id`, order },
    ]);
  if (actions === null) {
    return sorted(some(), 'changes.').limit(limit).offset(offset);
  }
  if (actions.length === 1) {
    return sorted(some().whereRaw(`${column} = ?`, [actions[0]!]), 'changes.')
      .limit(limit)
      .offset(offset);
  }
  const parts = actions.map((action) => {
    const part = sorted(some().whereRaw(`${column} = ?`, [action]), 'changes.').limit(offset + limit);
    return knex.select('part.id', 'part.timestamp').from(part.as('part'));
  });
  const [first, ...others] = parts;
  const merged = knex.from(first!.unionAll(others).as('merged')).select('id', 'timestamp');
  return sorted(merged, '').limit(limit).offset(offset);
}

/** The lists of all changes have an index by action of their own, on SQLite under an expression: see its migration. */
function actionColumn(knex: Knex, { isWhole }: HistoryFilter): string {
  return isWhole && !isMysql(knex) ? 'changes.action + 0' : 'changes.action';
}
