import type { Knex } from 'knex';
import { type ActionId, action } from './actions.ts';
import { insertChanges } from './change.ts';
import { checkUnits } from './check-units.ts';
import type { Component } from './component.ts';
import type { CounterBatch } from './counters.ts';
import { noCounts } from './counts.ts';
import { joinForms } from './forms.ts';
import { insertPending } from './pending-rows.ts';
import { isWritten, type Language, type StringRow } from './string-rows.ts';
import { Translation } from './translation.ts';
import { Unit, unitState } from './unit.ts';
import { insertUnits } from './unit-rows.ts';
import type { User } from './user.ts';

/** Strings come into a component. */
export interface Addition {
  component: Component;
  user: Pick<User, 'id'>;
  /** Who is credited; left out: who acts. */
  author?: Pick<User, 'id'> | undefined;
  /** What the history calls the string in its source language and in the others; left out: both a new string. */
  actions?: { source: ActionId; target: ActionId } | undefined;
}

/** Of two who add strings to a component, the second waits here. */
export async function lockLanguages(trx: Knex.Transaction, componentId: number): Promise<Language[]> {
  const languages = await Translation.query(trx)
    .where('component_id', componentId)
    .orderBy('id')
    .forUpdate()
    .withGraphFetched('[language, plural]');
  return languages as unknown as Language[];
}

/** Stores rows of strings, in each language after those that are there. Gives them in the order of their ids. */
export async function insertStrings(
  trx: Knex.Transaction,
  counters: CounterBatch,
  rows: readonly StringRow[],
  languages: readonly Language[],
): Promise<Unit[]> {
  const totals = new Map(languages.map(({ id, total }) => [id, total]));
  const placed = rows.map((row) => {
    const position = totals.get(row.translation_id)! + 1;
    totals.set(row.translation_id, position);
    return { ...row, position };
  });
  if (placed.length === 0) {
    return [];
  }
  await insertUnits(trx, counters, placed);
  const wanted = new Set(rows.map(nameOf));
  const found = await Unit.query(trx)
    .whereIn('translation_id', [...new Set(rows.map((row) => row.translation_id))])
    .whereIn('id_hash', [...new Set(rows.map((row) => row.id_hash))])
    .orderBy('id');
  return found.filter((unit) => wanted.has(nameOf(unit)));
}

function nameOf({ translation_id, id_hash }: Pick<Unit, 'translation_id' | 'id_hash'>): string {
  return `${translation_id} ${id_hash}`;
}

/** Queues added strings for their files, tells the history of them, and checks them. */
export async function settleStrings(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, user, author = user, actions }: Addition,
  units: readonly Unit[],
  languages: readonly Language[],
): Promise<void> {
  const at = Date.now();
  const places = new Map(languages.map((language) => [language.id, language]));
  const [authorId, componentId] = [author.id, component.id];
  await insertPending(
    trx,
    units
      .filter((unit) => isWritten(component, places.get(unit.translation_id)!))
      .map((unit) => {
        const { target, state } = unit;
        return { unit, isNew: true, componentId, authorId, target, state, automatic: false, at };
      }),
  );
  await insertChanges(
    trx,
    units.map((unit) => ({
      action: actionIn(places.get(unit.translation_id)!, actions),
      project_id: component.project_id,
      component_id: componentId,
      translation_id: unit.translation_id,
      language_id: places.get(unit.translation_id)!.language_id,
      unit_id: unit.id,
      user_id: user.id,
      author_id: authorId,
      target: joinForms(unit.target),
      details: {
        state: unit.state,
        old_state: unitState.untranslated,
        source: joinForms(unit.source),
        context: unit.context,
      },
      timestamp: at,
    })),
  );
  for (const unit of units) {
    counters.add(unit.translation_id, noCounts(), { at, authorId });
  }
  await checkUnits(trx, counters, units);
}

function actionIn({ is_source }: Language, actions: Addition['actions']): ActionId {
  if (!actions) {
    return action.NEW_UNIT;
  }
  return is_source ? actions.source : actions.target;
}
