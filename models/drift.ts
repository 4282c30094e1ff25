import type { Knex } from 'knex';
import { type CountColumn, type Counts, countColumns } from './counted.ts';
import { adjustCounters } from './counters.ts';
import { addCounts, noCounts } from './counts.ts';
import type { Database } from './database.ts';
import { rollUpsOf, type StatisticKey } from './roll-ups.ts';
import type { StatisticScope } from './statistic.ts';
import { findWrongVariants, repairVariants, type WrongVariant } from './variant-drift.ts';
import type { VariantKind } from './variants.ts';

/** A stored number that is not what the units say. */
export interface Drift {
  /** `unit`: of unit `scope_id` a mark, or whether it names a group of variants, as 0 or 1, or the place that it says to be in. */
  scope: 'unit' | 'translation' | StatisticScope;
  scope_id: number;
  language_id: number;
  column: CountColumn | 'last_change_at' | keyof typeof marks | `variant_${VariantKind}`;
  stored: number | null;
  actual: number | null;
}

/** Counts everything anew and reports what differs. Reads all units: for operators and tests, not for requests. */
export function findDrift(db: Database): Promise<Drift[]> {
  // One snapshot for all the queries; SQLite's transactions always have one.
  return inSnapshot(db, async (knex) => [
    ...(await compareAll(knex)),
    ...(await findWrongVariants(knex)).map(asDrift),
  ]);
}

/** As `findDrift`, for the units of some translations and without the sums: what a running server can look at. */
export function findDriftIn(db: Database, translationIds: readonly number[]): Promise<Drift[]> {
  return inSnapshot(db, async (knex) => {
    const counted = await countUnits(knex, translationIds);
    const stored: (Counts & { id: number })[] = await knex('translations').whereIn('id', translationIds);
    return [
      ...stored.flatMap((row) => compareTranslation(row, counted.get(row.id) ?? noCounts())),
      ...(await wrongMarks(knex, translationIds)),
    ];
  });
}

/** Queries inside see the database as it was at the first of them. */
export function inSnapshot<T>(db: Database, work: (knex: Knex.Transaction) => Promise<T>): Promise<T> {
  const options: Knex.TransactionConfig = db.engine === 'mysql' ? { isolationLevel: 'repeatable read' } : {};
  return db.reader.transaction(work, options);
}

/** Corrects what differs and returns it as it was. */
export function repairDrift(db: Database): Promise<Drift[]> {
  return db.transaction(async (trx) => {
    if (db.engine === 'mysql') {
      // Every edit ends with this row; while we hold it, none comes in between.
      await trx('statistics').where({ scope: 'instance' }).forUpdate();
    }
    // Marks first: strings are counted by them.
    const marked = await wrongMarks(trx);
    for (const drift of marked) {
      await correct(trx, drift);
    }
    const counted = await compareAll(trx);
    for (const drift of counted) {
      await correct(trx, drift);
    }
    const variants = await findWrongVariants(trx);
    await repairVariants(trx, variants);
    return [...counted, ...marked, ...variants.map(asDrift)];
  });
}

/** Counts the units of one translation anew, and corrects it and its sums: after writes that bypass the counters. */
export async function recount(trx: Knex.Transaction, translationId: number): Promise<void> {
  const stored: Counts | undefined = await trx('translations')
    .where('id', translationId)
    .first(...countColumns);
  if (!stored) {
    throw new Error(`Translation ${translationId} does not exist.`);
  }
  const delta = (await countUnits(trx, [translationId])).get(translationId) ?? noCounts();
  addCounts(delta, stored, -1);
  await adjustCounters(trx, translationId, delta);
}

type Numbers = Counts & { last_change_at: number | null };

async function compareAll(knex: Knex): Promise<Drift[]> {
  const found: Drift[] = [];
  const sums = new Map<string, { key: StatisticKey; actual: Numbers }>();
  const counted = await countUnits(knex);
  const translations: (Numbers & { id: number })[] = await knex('translations').orderBy('id');
  for (const translation of translations) {
    const counts = counted.get(translation.id) ?? noCounts();
    const actual: Numbers = { ...counts, last_change_at: translation.last_change_at };
    found.push(
      ...compare({ scope: 'translation', scope_id: translation.id, language_id: 0 }, translation, actual),
    );
    for (const key of await rollUpsOf(knex, translation.id)) {
      addTo(sums, key, actual);
    }
  }
  const stored: (Numbers & StatisticKey)[] = await knex('statistics');
  for (const row of stored) {
    found.push(...compare(row, row, sums.get(nameOf(row))?.actual ?? nothing()));
    sums.delete(nameOf(row));
  }
  for (const { key, actual } of sums.values()) {
    found.push(...compare(key, nothing(), actual));
  }
  return [...found, ...(await wrongMarks(knex))];
}

async function countUnits(knex: Knex, translationIds?: readonly number[]): Promise<Map<number, Counts>> {
  const parts = Object.entries(conditions).flatMap(([name, condition]) => [
    `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS ${name}`,
    `SUM(CASE WHEN ${condition} THEN num_words ELSE 0 END) AS ${name}_words`,
    `SUM(CASE WHEN ${condition} THEN num_chars ELSE 0 END) AS ${name}_chars`,
  ]);
  const query: Knex.QueryBuilder = knex('units')
    .select('translation_id', knex.raw(parts.join(', ')))
    .sum({ suggestions: 'has_suggestion', comments: 'has_comment' })
    .groupBy('translation_id');
  if (translationIds) {
    query.whereIn('translation_id', translationIds);
  }
  const counted = new Map<number, Counts>();
  const rows: (Counts & { translation_id: number })[] = await query;
  for (const { translation_id, ...counts } of rows) {
    counted.set(translation_id, counts);
  }
  return counted;
}

const conditions = {
  total: '1 = 1',
  translated: 'state >= 20',
  fuzzy: 'state >= 10 AND state < 20',
  approved: 'state = 30',
  readonly: 'state = 100',
  failing: 'has_failing_check = 1',
};

/** What a unit says and other rows decide. */
const marks = {
  pending: isThere('pending_changes p WHERE p.unit_id = units.id'),
  has_failing_check: isThere('unit_checks c WHERE c.unit_id = units.id AND c.dismissed = 0'),
  has_comment: isThere('comments c WHERE c.unit_id = units.id AND c.resolved = 0'),
  project_id: `(SELECT c.project_id FROM translations t JOIN components c ON c.id = t.component_id
    WHERE t.id = units.translation_id)`,
  language_id: '(SELECT t.language_id FROM translations t WHERE t.id = units.translation_id)',
};

async function wrongMarks(knex: Knex, translationIds?: readonly number[]): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const [column, actual] of Object.entries(marks) as [keyof typeof marks, string][]) {
    const query = knex('units')
      .whereRaw(`units.${column} <> ${actual}`)
      .select('id', `${column} as stored`, knex.raw(`${actual} AS actual`));
    if (translationIds) {
      query.whereIn('translation_id', translationIds);
    }
    const rows: { id: number; stored: number; actual: number }[] = await query;
    found.push(
      ...rows.map(({ id, ...values }) => ({
        scope: 'unit' as const,
        scope_id: id,
        language_id: 0,
        column,
        ...values,
      })),
    );
  }
  return found;
}

function asDrift({ unit_id, kind, stored, actual }: WrongVariant): Drift {
  return { scope: 'unit', scope_id: unit_id, language_id: 0, column: `variant_${kind}`, stored, actual };
}

/** 1 or 0. */
function isThere(rows: string): string {
  return `CASE WHEN EXISTS (SELECT 1 FROM ${rows}) THEN 1 ELSE 0 END`;
}

function compareTranslation(stored: Counts & { id: number }, actual: Counts): Drift[] {
  const place = { scope: 'translation', scope_id: stored.id, language_id: 0 } as const;
  return compare(place, { ...stored, last_change_at: null }, { ...actual, last_change_at: null });
}

export function compare(
  place: Pick<Drift, 'scope' | 'scope_id' | 'language_id'>,
  stored: Numbers,
  actual: Numbers,
): Drift[] {
  const { scope, scope_id, language_id } = place;
  return [...countColumns, 'last_change_at' as const]
    .filter((column) => stored[column] !== actual[column])
    .map((column) => ({
      scope,
      scope_id,
      language_id,
      column,
      stored: stored[column],
      actual: actual[column],
    }));
}

function addTo(
  sums: Map<string, { key: StatisticKey; actual: Numbers }>,
  key: StatisticKey,
  part: Numbers,
): void {
  const sum = sums.get(nameOf(key)) ?? { key, actual: nothing() };
  addCounts(sum.actual, part);
  if (part.last_change_at !== null) {
    sum.actual.last_change_at = Math.max(sum.actual.last_change_at ?? 0, part.last_change_at);
  }
  sums.set(nameOf(key), sum);
}

async function correct(trx: Knex.Transaction, drift: Drift): Promise<void> {
  const { scope, scope_id, language_id, column, actual } = drift;
  if (scope === 'unit' || scope === 'translation') {
    await trx(`${scope}s`)
      .where('id', scope_id)
      .update({ [column]: actual });
    return;
  }
  const key = { scope, scope_id, language_id };
  await trx('statistics').insert(key).onConflict(['scope', 'scope_id', 'language_id']).ignore();
  await trx('statistics')
    .where(key)
    .update({ [column]: actual });
}

function nameOf({ scope, scope_id, language_id }: StatisticKey): string {
  return `${scope} ${scope_id} ${language_id}`;
}

function nothing(): Numbers {
  return { ...noCounts(), last_change_at: null };
}
