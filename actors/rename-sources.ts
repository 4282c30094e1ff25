import type { Knex } from 'knex';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { action } from '../models/actions.ts';
import { insertChanges } from '../models/change.ts';
import type { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { joinForms } from '../models/forms.ts';
import { Unit } from '../models/unit.ts';
import { insertUnits, type UnitValues, updateUnits } from '../models/unit-rows.ts';
import { linkToThemselves, sourceRow } from './source-units.ts';
import type { SyncSubject } from './sync-subject.ts';

/** A string of one language that has a new name. */
export interface RenamedUnit {
  unit: Pick<Unit, 'id' | 'source_unit_id'>;
  entry: SyncUnit;
}

/**
 * Gives renamed strings of a bilingual file the source strings of their new names. A source string that no other language
 * has is renamed itself. While others still go by the former name they keep it, and the new name gets a source string of
 * its own, which remembers the former one: `joinSuccessors` makes one of the two as soon as nobody has the former name.
 */
export async function renameSources(
  trx: Knex.Transaction,
  counters: CounterBatch,
  file: SyncSubject,
  renamed: readonly RenamedUnit[],
): Promise<void> {
  const formers = await lockFormers(trx, renamed);
  const shared = await sharedIds(trx, renamed);
  const found = await findByName(trx, file, renamed);
  const inPlace: Renaming[] = [];
  const split: RenamedUnit[] = [];
  for (const pair of renamed) {
    const former = formerOf(pair, formers);
    if (found.has(pair.entry.idHash)) {
      continue;
    }
    if (former && !shared.has(former.id)) {
      inPlace.push({ unit: former, values: nameOf(sourceRow(pair.entry, file.sourceTranslationId)) });
    } else {
      split.push(pair);
    }
  }
  await renameRows(trx, counters, file, inPlace);
  await insertSuccessors(trx, counters, file, split, formers);
  await followSources(trx, file, renamed, formers);
}

/** A source string and what it is called from now on. */
export interface Renaming {
  unit: Unit;
  values: Pick<UnitValues, (typeof nameColumns)[number]>;
}

const nameColumns = [
  'id_hash',
  'content_hash',
  'context',
  'source',
  'target',
  'num_words',
  'num_chars',
] as const satisfies readonly (keyof UnitValues)[];

/** The columns of a source string that hang on its name and text. */
export function nameOf(row: Renaming['values']): Renaming['values'] {
  const { id_hash, content_hash, context, source, target, num_words, num_chars } = row;
  return { id_hash, content_hash, context, source, target, num_words, num_chars };
}

/** Renames source strings; that of a text which was changed as well is told to the history. */
export async function renameRows(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { place, component, sourceTranslationId }: Pick<SyncSubject, 'place' | 'component' | 'sourceTranslationId'>,
  renamings: readonly Renaming[],
): Promise<void> {
  await updateUnits(trx, counters, renamings);
  const changed = renamings.filter(({ unit, values }) => joinForms(unit.source) !== joinForms(values.source));
  await insertChanges(
    trx,
    changed.map(({ unit, values: { source, context } }) => ({
      action: action.SOURCE_CHANGE,
      project_id: component.project_id,
      component_id: component.id,
      translation_id: sourceTranslationId,
      language_id: component.source_language_id,
      unit_id: unit.id,
      user_id: place.userId,
      target: joinForms(source),
      old: joinForms(unit.source),
      details: { state: unit.state, old_state: unit.state, source: joinForms(source), context },
    })),
  );
  if (changed.length > 0) {
    counters.add(sourceTranslationId, noCounts(), { at: Date.now(), authorId: null });
  }
}

/** What people said of the former string holds for its successor. */
async function insertSuccessors(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { sourceTranslationId }: SyncSubject,
  split: readonly RenamedUnit[],
  formers: ReadonlyMap<number, Unit>,
): Promise<void> {
  const rows = split.map((pair) => {
    const { extra_flags = '', explanation = '', priority = 100 } = formerOf(pair, formers) ?? {};
    return { ...sourceRow(pair.entry, sourceTranslationId), extra_flags, explanation, priority };
  });
  await insertUnits(trx, counters, rows);
  const entries = split.map(({ entry }) => entry);
  await linkToThemselves(trx, sourceTranslationId, entries);
}

/** Links the strings to the source strings of their new names, and those to the former ones if they are as new. */
async function followSources(
  trx: Knex.Transaction,
  file: SyncSubject,
  renamed: readonly RenamedUnit[],
  formers: ReadonlyMap<number, Unit>,
): Promise<void> {
  const sources = await findByName(trx, file, renamed);
  for (const pair of renamed) {
    const source = sources.get(pair.entry.idHash);
    if (!source || source.id === pair.unit.source_unit_id) {
      continue;
    }
    await trx('units').where('id', pair.unit.id).update({ source_unit_id: source.id });
    const former = formerOf(pair, formers);
    // One that was there before has a history of its own.
    if (former && source.timestamp >= file.place.ctx.createdAt.getTime()) {
      const link = { unit_id: source.id, former_id: former.id };
      await trx('source_renames').insert(link).onConflict('unit_id').ignore();
    }
  }
}

async function lockFormers(
  trx: Knex.Transaction,
  renamed: readonly RenamedUnit[],
): Promise<Map<number, Unit>> {
  const units = await Unit.query(trx).whereIn('id', formerIds(renamed)).orderBy('id').forUpdate();
  return new Map(units.map((unit) => [unit.id, unit]));
}

/** Ids of the former source strings that other languages have too. */
async function sharedIds(trx: Knex.Transaction, renamed: readonly RenamedUnit[]): Promise<Set<number>> {
  const formers = formerIds(renamed);
  const own = renamed.map(({ unit }) => unit.id);
  const ids: number[] = await trx('units')
    .whereIn('source_unit_id', formers)
    .whereNotIn('id', [...formers, ...own])
    .distinct('source_unit_id')
    .pluck('source_unit_id');
  return new Set(ids);
}

async function findByName(
  trx: Knex.Transaction,
  { sourceTranslationId }: SyncSubject,
  renamed: readonly RenamedUnit[],
): Promise<Map<string, Pick<Unit, 'id' | 'timestamp'>>> {
  const units = await Unit.query(trx)
    .where('translation_id', sourceTranslationId)
    .whereIn(
      'id_hash',
      renamed.map(({ entry }) => entry.idHash),
    )
    .select('id', 'id_hash', 'timestamp');
  return new Map(units.map((unit) => [unit.id_hash, unit]));
}

function formerIds(renamed: readonly RenamedUnit[]): number[] {
  return renamed.flatMap(({ unit }) => unit.source_unit_id ?? []);
}

function formerOf({ unit }: RenamedUnit, formers: ReadonlyMap<number, Unit>): Unit | undefined {
  return unit.source_unit_id === null ? undefined : formers.get(unit.source_unit_id);
}
