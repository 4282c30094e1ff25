import type { Knex } from 'knex';
import type { CounterBatch } from './counters.ts';
import { type CountedUnit, countsOfUnits, differenceOf } from './counts.ts';
import { isMysql } from './database.ts';
import { joinForms } from './forms.ts';
import { batches, insertRows, type Value } from './insert-rows.ts';
import type { Unit } from './unit.ts';
import { type UnitPlace, unitPlaces } from './unit-places.ts';
import { followVariants, insertVariants } from './variants.ts';

/** Columns of a unit that a writer of many units may set. */
export type UnitValues = Pick<
  Unit,
  | 'source_unit_id'
  | 'id_hash'
  | 'content_hash'
  | 'context'
  | 'source'
  | 'target'
  | 'previous_source'
  | 'state'
  | 'original_state'
  | 'location'
  | 'note'
  | 'flags'
  | 'extra_flags'
  | 'explanation'
  | 'position'
  | 'num_words'
  | 'num_chars'
  | 'priority'
  | 'pending'
  | 'has_failing_check'
  | 'has_suggestion'
  | 'has_comment'
  | 'automatically_translated'
>;

type Required =
  | 'id_hash'
  | 'content_hash'
  | 'context'
  | 'source'
  | 'target'
  | 'state'
  | 'position'
  | 'num_words'
  | 'num_chars';

/** A unit to insert; what is left out is empty, `original_state` is `state`, times are now. */
export type NewUnit = Pick<UnitValues, Required> &
  Partial<UnitValues> & { translation_id: number; timestamp?: number };

/** What the writers of many units must know of a stored one. */
export type StoredUnit = CountedUnit & Pick<Unit, 'id' | 'translation_id'>;

/** Inserts units and adds them to `counters`, which the caller applies at the end of the transaction. */
export async function insertUnits(
  trx: Knex.Transaction,
  counters: CounterBatch,
  units: readonly NewUnit[],
): Promise<void> {
  const now = Date.now();
  const byTranslation = Map.groupBy(units, (unit) => unit.translation_id);
  await lockTranslations(trx, [...byTranslation.keys()]);
  const places = await unitPlaces(trx, [...byTranslation.keys()]);
  await insertRows(
    trx,
    'units',
    units.map((unit) => rowOf(unit, places.get(unit.translation_id)!, now)),
  );
  for (const [translationId, inserted] of byTranslation) {
    await insertVariants(trx, translationId, places.get(translationId)!, inserted);
    counters.add(translationId, countsOfUnits(inserted.map(countedPart)));
  }
}

/**
 * On MariaDB and MySQL an inserted unit locks its translation, shared with others that do the same; of two that then count
 * there, each would wait for the other. So the right to write comes first.
 */
async function lockTranslations(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  if (isMysql(trx) && ids.length > 0) {
    await trx('translations').whereIn('id', ids).orderBy('id').forUpdate().select('id');
  }
}

/** Ids of a translation's units by `id_hash`: what connects the languages of a component. */
export async function unitIds(knex: Knex, translationId: number): Promise<Map<string, number>> {
  const rows: { id: number; id_hash: string }[] = await knex('units')
    .where('translation_id', translationId)
    .select('id', 'id_hash');
  return new Map(rows.map(({ id, id_hash }) => [id_hash, id]));
}

/**
 * Writes `values` over stored units and their difference into `counters`. A unit whose target or state is among them
 * gets the next version.
 */
export async function updateUnits(
  trx: Knex.Transaction,
  counters: CounterBatch,
  changes: readonly { unit: StoredUnit; values: Partial<UnitValues> }[],
): Promise<void> {
  const now = Date.now();
  const filled = changes.filter(({ values }) => Object.keys(values).length > 0);
  const groups = Map.groupBy(filled, ({ values }) => Object.keys(values).sort().join());
  for (const [names, group] of groups) {
    const columns = names.split(',');
    const isEdit = columns.includes('target') || columns.includes('state');
    const always = isEdit ? { version: trx.raw('version + 1'), last_updated: now } : {};
    const rows = group.map(({ unit, values }) => ({ id: unit.id, ...storedForm(values) }));
    for (const batch of batches(rows, 100)) {
      await trx('units')
        .whereIn(
          'id',
          batch.map((row) => row.id),
        )
        .update({ ...assignments(trx, columns, batch), ...always });
    }
  }
  await followVariants(
    trx,
    idsWith(filled, ['context', 'flags', 'extra_flags']),
    idsWith(filled, ['context']),
  );
  for (const { unit, values } of filled) {
    counters.add(unit.translation_id, differenceOf(unit, { ...unit, ...values }));
  }
}

function idsWith(
  changes: readonly { unit: StoredUnit; values: Partial<UnitValues> }[],
  columns: readonly (keyof UnitValues)[],
): number[] {
  return changes
    .filter(({ values }) => columns.some((column) => column in values))
    .map(({ unit }) => unit.id);
}

/** Removes units with their waiting edits. Their history stays, pointing at no unit. */
export async function deleteUnits(
  trx: Knex.Transaction,
  counters: CounterBatch,
  units: readonly StoredUnit[],
): Promise<void> {
  for (let start = 0; start < units.length; start += 500) {
    const ids = units.slice(start, start + 500).map((unit) => unit.id);
    await trx('changes').whereIn('unit_id', ids).update({ unit_id: null });
    await trx('units').whereIn('id', ids).delete();
  }
  for (const unit of units) {
    counters.add(unit.translation_id, differenceOf(unit, null));
  }
}

function countedPart(unit: NewUnit): CountedUnit {
  const { state, num_words, num_chars } = unit;
  const { has_failing_check = false, has_suggestion = false, has_comment = false } = unit;
  return { state, num_words, num_chars, has_failing_check, has_suggestion, has_comment };
}

function rowOf(unit: NewUnit, { project_id, language_id }: UnitPlace, now: number): Record<string, Value> {
  const time = unit.timestamp ?? now;
  return {
    translation_id: unit.translation_id,
    project_id,
    language_id,
    source_unit_id: unit.source_unit_id ?? null,
    id_hash: unit.id_hash,
    content_hash: unit.content_hash,
    context: unit.context,
    source: joinForms(unit.source),
    target: joinForms(unit.target),
    previous_source: joinForms(unit.previous_source ?? []),
    state: unit.state,
    original_state: unit.original_state ?? unit.state,
    location: unit.location ?? '',
    note: unit.note ?? '',
    flags: unit.flags ?? '',
    extra_flags: unit.extra_flags ?? '',
    explanation: unit.explanation ?? '',
    position: unit.position,
    num_words: unit.num_words,
    num_chars: unit.num_chars,
    priority: unit.priority ?? 100,
    pending: Number(unit.pending ?? false),
    has_failing_check: Number(unit.has_failing_check ?? false),
    has_suggestion: Number(unit.has_suggestion ?? false),
    has_comment: Number(unit.has_comment ?? false),
    automatically_translated: Number(unit.automatically_translated ?? false),
    timestamp: time,
    last_updated: time,
  };
}

function storedForm(values: Partial<UnitValues>): Record<string, Value> {
  const row: Record<string, Value> = {};
  for (const [column, value] of Object.entries(values)) {
    if (Array.isArray(value)) {
      row[column] = joinForms(value);
    } else {
      row[column] = typeof value === 'boolean' ? Number(value) : value;
    }
  }
  return row;
}

/** One statement for many rows, each with values of its own. */
function assignments(
  trx: Knex.Transaction,
  columns: readonly string[],
  rows: readonly Record<string, Value>[],
): Record<string, Knex.Raw> {
  const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
  return Object.fromEntries(
    columns.map((column) => [
      column,
      trx.raw(
        `CASE id ${cases} END`,
        rows.flatMap((row) => [row.id ?? null, row[column] ?? null]),
      ),
    ]),
  );
}
