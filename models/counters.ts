import type { Knex } from 'knex';
import { type Counts, countColumns } from './counted.ts';
import { addCounts, isZero, noCounts } from './counts.ts';
import { compareKeys, matchKeys, rollUpsOf, type StatisticKey } from './roll-ups.ts';

/** That a translation changed: when (milliseconds), and who is credited. */
export interface Touch {
  at: number;
  authorId: number | null;
}

/** What happens to the counters of one row. */
export interface Adjustment {
  delta: Counts;
  touch: Touch | undefined;
}

/**
 * Adds `delta` to the counters of the translation and of all that sum it up. Call it last in a transaction: the row
 * of the whole server is among those it locks.
 */
export async function adjustCounters(
  trx: Knex.Transaction,
  translationId: number,
  delta: Counts,
  touch?: Touch,
): Promise<void> {
  const counters = new CounterBatch();
  counters.add(translationId, delta, touch);
  await counters.apply(trx);
}

/** Collects what the writes of one transaction do to the counters, to apply it once, at its end. */
export class CounterBatch {
  #adjustments = new Map<number, Adjustment>();

  add(translationId: number, delta: Counts, touch?: Touch): void {
    merge(this.#adjustments, translationId, { delta, touch });
  }

  /**
   * Writes what was added, the translations first, and forgets it. A translation whose strings were written is noted as such,
   * also where nothing of it counts otherwise than before.
   */
  async apply(trx: Knex.Transaction): Promise<void> {
    const adjustments = [...this.#adjustments].sort(([a], [b]) => a - b);
    this.#adjustments.clear();
    const parts: { keys: StatisticKey[]; adjustment: Adjustment }[] = [];
    for (const [translationId, adjustment] of adjustments) {
      const rows = trx('translations').where('id', translationId);
      const written = { ...increments(trx, adjustment), strings_version: trx.raw('strings_version + 1') };
      if ((await rows.update(written)) === 0) {
        throw new Error(`Translation ${translationId} does not exist.`);
      }
      if (isEffective(adjustment)) {
        parts.push({ keys: await rollUpsOf(trx, translationId), adjustment });
      }
    }
    await adjustRollUps(trx, parts);
  }
}

/** Adds each adjustment to its rows of `statistics` (each list of keys in their order); missing rows are made. */
export async function adjustRollUps(
  trx: Knex.Transaction,
  parts: readonly { keys: StatisticKey[]; adjustment: Adjustment }[],
): Promise<void> {
  const [first, ...others] = parts.filter(({ adjustment }) => isEffective(adjustment));
  if (!first) {
    return;
  }
  if (others.length === 0) {
    await createMissing(trx, first.keys);
    await trx('statistics').where(matchKeys(first.keys)).update(increments(trx, first.adjustment));
    return;
  }
  const keys = new Map<string, StatisticKey>();
  const sums = new Map<string, Adjustment>();
  for (const part of [first, ...others]) {
    for (const key of part.keys) {
      const name = `${key.scope} ${key.scope_id} ${key.language_id}`;
      keys.set(name, key);
      merge(sums, name, part.adjustment);
    }
  }
  const ordered = [...keys].sort(([, a], [, b]) => compareKeys(a, b));
  await createMissing(trx, [...keys.values()]);
  for (const [name, key] of ordered) {
    const sum = sums.get(name)!;
    if (isEffective(sum)) {
      await trx('statistics').where(key).update(increments(trx, sum));
    }
  }
}

function merge<Key>(adjustments: Map<Key, Adjustment>, key: Key, { delta, touch }: Adjustment): void {
  const sum = adjustments.get(key) ?? { delta: noCounts(), touch: undefined };
  addCounts(sum.delta, delta);
  if (touch && (!sum.touch || touch.at >= sum.touch.at)) {
    sum.touch = touch;
  }
  adjustments.set(key, sum);
}

function isEffective({ delta, touch }: Adjustment): boolean {
  return touch !== undefined || !isZero(delta);
}

/** Looks before it inserts: nearly always all rows are there. An insert of another transaction is waited for. */
async function createMissing(trx: Knex.Transaction, keys: readonly StatisticKey[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 100) {
    const part = keys.slice(start, start + 100);
    const found: StatisticKey[] = await trx('statistics')
      .where(matchKeys(part))
      .select('scope', 'scope_id', 'language_id');
    // Only what is missing: an insert locks a row that is there for reading, and two who do that cannot write it then.
    const missing = part.filter((key) => !found.some((row) => compareKeys(row, key) === 0));
    if (missing.length > 0) {
      await trx('statistics').insert(missing).onConflict(['scope', 'scope_id', 'language_id']).ignore();
    }
  }
}

/** The assignments of an UPDATE. The author stands before the time: MySQL compares with what was assigned already. */
function increments(trx: Knex.Transaction, { delta, touch }: Adjustment): Record<string, Knex.Raw> {
  const assignments: Record<string, Knex.Raw> = {};
  for (const column of countColumns) {
    if (delta[column] !== 0) {
      assignments[column] = trx.raw('?? + ?', [column, delta[column]]);
    }
  }
  if (touch) {
    const isNewer = 'CASE WHEN last_change_at IS NULL OR last_change_at <= ? THEN ? ELSE';
    assignments.last_author_id = trx.raw(`${isNewer} last_author_id END`, [touch.at, touch.authorId]);
    assignments.last_change_at = trx.raw(`${isNewer} last_change_at END`, [touch.at, touch.at]);
  }
  return assignments;
}
