import type { Knex } from 'knex';
import { fitForms } from '../adapters/forms.ts';
import { adapterById } from '../adapters/registry.ts';
import { action } from './actions.ts';
import { insertChanges } from './change.ts';
import { checkUnits } from './check-units.ts';
import type { Former } from './compare-units.ts';
import type { Component } from './component.ts';
import type { CounterBatch } from './counters.ts';
import { noCounts } from './counts.ts';
import { joinForms } from './forms.ts';
import { insertPending } from './pending-rows.ts';
import type { Project } from './project.ts';
import { Translation } from './translation.ts';
import { isFuzzy, Unit, unitState } from './unit.ts';
import { updateUnits } from './unit-rows.ts';
import type { User } from './user.ts';

/** A translation with what it belongs to. */
export type TranslationPlace = Translation &
  Required<Pick<Translation, 'language' | 'plural'>> & { component: Component & { project: Project } };

/** An edit on its way to the equal strings of other components. */
export interface Spread {
  /** The edited string, as stored now. */
  unit: Pick<Unit, 'content_hash' | 'context' | 'source'>;
  translation: Pick<Translation, 'id' | 'language_id' | 'plural_id'>;
  component: Pick<Component, 'id' | 'project_id' | 'source_language_id'>;
  target: readonly string[];
  state: number;
  author: Pick<User, 'id'>;
  user: Pick<User, 'id'> | null;
  /** When the edit was made: what was written since stays. */
  at: number;
  /** Whether the one who edits may edit this string too. */
  mayEdit(unit: Unit, translation: TranslationPlace): boolean;
  /** Id of the translation that was reached; the copies go on behind it. */
  after: number;
}

/** Strings looked at in one transaction: all counters of their languages stay locked until its end. */
export const copiesAtOnce = 50;

/**
 * Strings with the same source and context as the edited one, into the same language by the same plural rule, in other
 * components of the project that take part. Found by their contents, however many components there are.
 */
export function equalStrings(
  knex: Knex,
  { unit, translation, component, after }: Pick<Spread, 'unit' | 'translation' | 'component' | 'after'>,
): Knex.QueryBuilder {
  const place = knex('translations as t')
    .join('components as c', 'c.id', 't.component_id')
    .whereRaw('t.id = units.translation_id')
    .whereNot('c.id', component.id)
    .where({
      't.language_id': translation.language_id,
      't.plural_id': translation.plural_id,
      't.is_source': 0,
      'c.project_id': component.project_id,
      'c.source_language_id': component.source_language_id,
      'c.allow_translation_propagation': 1,
    })
    .select(knex.raw('1'));
  return knex('units')
    .where({
      'units.project_id': component.project_id,
      'units.language_id': translation.language_id,
      'units.content_hash': unit.content_hash,
    })
    .where('units.translation_id', '>', after)
    .whereExists(place)
    .orderBy('units.translation_id')
    .limit(copiesAtOnce)
    .select('units.id', 'units.translation_id');
}

/**
 * Copies an edit to the next equal strings that differ. Copies are edits of the same author; they spread no further. Gives
 * what is left to do; null: nothing.
 */
export async function copyEdit(
  trx: Knex.Transaction,
  counters: CounterBatch,
  spread: Spread,
): Promise<Spread | null> {
  const found: { id: number; translation_id: number }[] = await equalStrings(trx, spread);
  if (found.length === 0) {
    return null;
  }
  const places = await placesOf(trx, found);
  const units = await Unit.query(trx)
    .findByIds(found.map(({ id }) => id))
    .orderBy('id')
    .forUpdate();
  const copies = units.flatMap((unit) => {
    const translation = places.get(unit.translation_id);
    const target = translation && fitting(spread, unit, translation);
    return target && spread.mayEdit(unit, translation) ? [{ unit, translation, target }] : [];
  });
  await write(trx, counters, spread, copies);
  return found.length < copiesAtOnce ? null : { ...spread, after: found.at(-1)!.translation_id };
}

interface Copy {
  unit: Unit;
  translation: TranslationPlace;
  target: string[];
}

/** The text as the other string takes it; null: it has that already, is another one after all, or must stay as it is. */
function fitting({ unit, target, state, at }: Spread, other: Unit, { plural, component }: TranslationPlace) {
  const isEqual = other.context === unit.context && joinForms(other.source) === joinForms(unit.source);
  const adapter = adapterById(component.file_format);
  const fitted = fitForms(adapter, target, other.isPlural ? plural.number : 1);
  const isSame = other.state === state && joinForms(other.target) === joinForms(fitted);
  const isFree = other.state !== unitState.readonly && other.last_updated <= at;
  return isEqual && !isSame && isFree ? fitted : null;
}

async function placesOf(
  trx: Knex.Transaction,
  found: readonly { translation_id: number }[],
): Promise<Map<number, TranslationPlace>> {
  // Locked before anything refers to them, see `countContribution`.
  const translations = await Translation.query(trx)
    .findByIds(found.map(({ translation_id }) => translation_id))
    .orderBy('id')
    .forUpdate()
    .withGraphFetched('[component.project, language, plural]');
  return new Map(
    translations.map((translation) => [translation.id, translation as unknown as TranslationPlace]),
  );
}

async function write(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { state, author, user }: Spread,
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length === 0) {
    return;
  }
  const at = Date.now();
  await trx('users').where('id', author.id).increment('translated', copies.length);
  const edited = { state, original_state: state, pending: true, automatically_translated: false };
  const kept = isFuzzy(state) ? edited : { ...edited, previous_source: [] };
  await updateUnits(
    trx,
    counters,
    copies.map(({ unit, target }) => ({ unit, values: { ...kept, target } })),
  );
  await insertPending(
    trx,
    copies.map(({ unit, translation, target }) => {
      const componentId = translation.component_id;
      return { unit, componentId, authorId: author.id, target, state, automatic: false, at };
    }),
  );
  await insertChanges(
    trx,
    copies.map(({ unit, translation, target }) => ({
      action: action.PROPAGATED_EDIT,
      project_id: translation.component.project_id,
      component_id: translation.component_id,
      translation_id: translation.id,
      language_id: translation.language_id,
      unit_id: unit.id,
      user_id: user?.id ?? null,
      author_id: author.id,
      target: joinForms(target),
      old: joinForms(unit.target),
      details: { state, old_state: unit.state, source: joinForms(unit.source), context: unit.context },
      timestamp: at,
    })),
  );
  for (const { translation } of copies) {
    counters.add(translation.id, noCounts(), { at, authorId: author.id });
  }
  await check(trx, counters, copies);
}

async function check(trx: Knex.Transaction, counters: CounterBatch, copies: readonly Copy[]): Promise<void> {
  const former = new Map<number, Former[]>();
  for (const { unit, translation } of copies) {
    former.set(translation.id, [{ content_hash: unit.content_hash, target: joinForms(unit.target) }]);
  }
  const units = await Unit.query(trx)
    .findByIds(copies.map(({ unit }) => unit.id))
    .orderBy('id');
  await checkUnits(trx, counters, units, former);
}
