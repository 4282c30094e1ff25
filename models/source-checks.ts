import type { Knex } from 'knex';
import { comparedColumns } from './relatives.ts';
import { Unit } from './unit.ts';
import type { Verdicts } from './verdicts.ts';

/** Languages in which a string fails checks from which on its source is to blame. */
const manyFailures = 2;
/** Milliseconds that a string may wait for its translations. */
const longWait = 90 * 86_400_000;

/** How long strings wait for their translations is only asked where this is given. */
export interface Waiting {
  /** Milliseconds. */
  now: number;
  /** Translated strings of the component, and all; those of the source language included. */
  translated: number;
  total: number;
}

/** Settles the checks that compare source strings with their translations. */
export async function compareSources(
  trx: Knex,
  verdicts: Verdicts,
  sourceIds: Iterable<number>,
  waiting: Waiting | null = null,
): Promise<void> {
  const ids = [...new Set(sourceIds)].sort((a, b) => a - b);
  if (ids.length === 0) {
    return;
  }
  const sources = await Unit.query(trx)
    .findByIds(ids)
    .select(...comparedColumns, 'timestamp');
  const failing = await countFailing(trx, ids);
  for (const source of sources) {
    verdicts.compare(source, 'multiple_failures', (failing.get(source.id) ?? 0) >= manyFailures);
  }
  if (waiting) {
    const old = sources.filter(({ timestamp }) => timestamp < waiting.now - longWait);
    const slow = await findSlow(trx, old, waiting);
    for (const source of sources) {
      verdicts.compare(source, 'long_untranslated', slow.has(source.id));
    }
  }
}

/** By source string, its translations with an active check. */
async function countFailing(knex: Knex, ids: readonly number[]): Promise<Map<number, number>> {
  const rows: { source_unit_id: number; count: number }[] = await knex('units')
    .whereIn('source_unit_id', ids)
    .where('has_failing_check', 1)
    .whereRaw('id <> source_unit_id')
    .groupBy('source_unit_id')
    .select('source_unit_id')
    .count({ count: '*' });
  return new Map(rows.map(({ source_unit_id, count }) => [source_unit_id, Number(count)]));
}

/** Source strings that are translated into less than half as many languages as the component's strings are on average. */
async function findSlow(
  knex: Knex,
  sources: readonly Unit[],
  { translated, total }: Waiting,
): Promise<ReadonlySet<number>> {
  if (translated === 0 || sources.length === 0) {
    return new Set();
  }
  const rows: { source_unit_id: number; done: number; count: number }[] = await knex('units')
    .whereIn(
      'source_unit_id',
      sources.map(({ id }) => id),
    )
    .groupBy('source_unit_id')
    .select('source_unit_id', knex.raw('SUM(CASE WHEN state >= 20 THEN 1 ELSE 0 END) AS done'))
    .count({ count: '*' });
  const share = translated / total;
  const slow = rows.filter(({ done, count }) => (2 * Number(done)) / Number(count) < share);
  return new Set(slow.map(({ source_unit_id }) => source_unit_id));
}
