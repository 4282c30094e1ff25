import type { Knex } from 'knex';
import { contentHash, idHash } from '../adapters/identity.ts';
import { adapterById } from '../adapters/registry.ts';
import { countChars, countWords } from '../languages/words.ts';
import { action } from './actions.ts';
import { insertChanges } from './change.ts';
import type { Component } from './component.ts';
import type { CounterBatch } from './counters.ts';
import { noCounts } from './counts.ts';
import { joinForms } from './forms.ts';
import { Language } from './language.ts';
import { insertPending } from './pending-rows.ts';
import { isFuzzy, Unit, unitState } from './unit.ts';
import { type UnitValues, updateUnits } from './unit-rows.ts';

/** What a string has from its source, in every language. */
export type SourceValues = Pick<
  UnitValues,
  'source' | 'content_hash' | 'num_words' | 'num_chars' | 'id_hash'
>;

export async function sourceValues(
  knex: Knex,
  component: Component,
  unit: Pick<Unit, 'context' | 'id_hash'>,
  source: string[],
): Promise<SourceValues> {
  const language = await Language.query(knex).findById(component.source_language_id).throwIfNotFound();
  const adapter = adapterById(component.file_format);
  const isNamedBySource = adapter !== undefined && adapter.identity !== 'context';
  return {
    source,
    content_hash: contentHash(source, unit.context),
    num_words: countWords(source, language.code),
    num_chars: countChars(source),
    id_hash: isNamedBySource ? idHash(adapter, { context: unit.context, source }) : unit.id_hash,
  };
}

export interface SourceEdit {
  component: Component;
  /** The string of the base file as it was. */
  before: Unit;
  values: SourceValues;
  authorId: number;
  userId: number | null;
  /** Milliseconds. */
  at: number;
}

/**
 * Gives the translations of a string of the base file its new source. What was translated needs rewriting until somebody has
 * looked at it, and is good again when the source goes back to what it was translated from.
 */
export async function followSource(
  trx: Knex.Transaction,
  counters: CounterBatch,
  edit: SourceEdit,
): Promise<void> {
  const units = await Unit.query(trx)
    .where('source_unit_id', edit.before.id)
    .whereNot('id', edit.before.id)
    .orderBy('id')
    .forUpdate();
  const followers = units.map((unit) => ({ unit, values: { ...edit.values, ...stateAfter(unit, edit) } }));
  await updateUnits(trx, counters, followers);
  await queueStates(trx, edit, followers);
  await recordSource(trx, counters, edit, followers);
}

interface Follower {
  unit: Unit;
  values: Partial<UnitValues>;
}

/** A read-only string stays so, but comes back as one to be written anew when it is released. */
function stateAfter(unit: Unit, { before, values }: SourceEdit): Partial<UnitValues> {
  const hasText = joinForms(unit.target) !== joinForms(unit.target.map(() => ''));
  if (isFuzzy(unit.state)) {
    const isBack = hasText && joinForms(unit.previous_source) === joinForms(values.source);
    return isBack ? withState(unitState.translated, []) : {};
  }
  if (unit.state === unitState.translated || unit.state === unitState.approved) {
    return withState(unitState.needsRewriting, before.source);
  }
  const wasDone = unit.original_state >= unitState.translated && unit.original_state < unitState.readonly;
  return unit.state === unitState.readonly && wasDone ? { original_state: unitState.needsRewriting } : {};
}

function withState(state: number, previous: string[]): Partial<UnitValues> {
  return { state, original_state: state, previous_source: previous, pending: true };
}

/** The files learn the new states with the next commit. */
async function queueStates(
  trx: Knex.Transaction,
  edit: SourceEdit,
  followers: readonly Follower[],
): Promise<void> {
  const rows = [];
  for (const { unit, values } of followers) {
    if (values.state !== undefined) {
      const { target } = unit;
      const { authorId, at } = edit;
      const componentId = edit.component.id;
      rows.push({ unit, componentId, authorId, target, state: values.state, automatic: false, at });
    }
  }
  await insertPending(trx, rows);
}

async function recordSource(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, before, values: { source }, authorId, userId, at }: SourceEdit,
  followers: readonly Follower[],
): Promise<void> {
  const units = [{ unit: before, values: {} as Partial<UnitValues> }, ...followers];
  const places = new Map<number, number>();
  for (const { id, language_id } of await trx('translations')
    .where('component_id', component.id)
    .select('id', 'language_id')) {
    places.set(id, language_id);
  }
  await insertChanges(
    trx,
    units.map(({ unit, values }) => ({
      action: action.SOURCE_CHANGE,
      project_id: component.project_id,
      component_id: component.id,
      translation_id: unit.translation_id,
      language_id: places.get(unit.translation_id) ?? null,
      unit_id: unit.id,
      user_id: userId,
      author_id: authorId,
      target: joinForms(source),
      old: joinForms(before.source),
      details: {
        state: values.state ?? unit.state,
        old_state: unit.state,
        source: joinForms(source),
        context: unit.context,
      },
      timestamp: at,
    })),
  );
  for (const { unit } of units) {
    counters.add(unit.translation_id, noCounts(), { at, authorId });
  }
}
