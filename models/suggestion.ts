import type { Knex } from 'knex';
import { action } from './actions.ts';
import { recordChange } from './change.ts';
import { adjustCounters } from './counters.ts';
import { differenceOf } from './counts.ts';
import { joinForms } from './forms.ts';
import { Row } from './row.ts';
import { Unit } from './unit.ts';
import { EditRefused } from './unit-edit.ts';

/** Another text for a string, until somebody accepts or removes it. */
export class Suggestion extends Row {
  static override tableName = 'suggestions';
  static override forms = ['target'];

  declare id: number;
  declare unit_id: number;
  declare user_id: number | null;
  declare target: string[];
  /** Milliseconds. */
  declare timestamp: number;
}

/** A text, who is credited with it and who acts. */
export interface NewSuggestion {
  target: readonly string[];
  authorId: number | null;
  userId: number | null;
}

/**
 * Suggests a text, tells the history, and counts the string as one with suggestions. The same text twice for one string is
 * one suggestion: gives false, and nothing happens.
 */
export async function addSuggestion(
  trx: Knex.Transaction,
  unitId: number,
  suggestion: NewSuggestion,
): Promise<boolean> {
  const unit = await Unit.query(trx).findById(unitId).forUpdate().throwIfNotFound();
  if (await knownSuggestion(trx, unitId, suggestion.target)) {
    return false;
  }
  await insertSuggestion(trx, unit, suggestion);
  return true;
}

/** The suggestion of a string that says the same. */
export function knownSuggestion(
  trx: Knex.Transaction,
  unitId: number,
  target: readonly string[],
): Promise<Suggestion | undefined> {
  return Suggestion.query(trx)
    .where({ unit_id: unitId, target: joinForms(target) })
    .orderBy('id')
    .first()
    .execute();
}

/** As `addSuggestion`, of a text that nobody has suggested for the string; `unit` is locked. */
export async function insertSuggestion(
  trx: Knex.Transaction,
  unit: Unit,
  { target, authorId, userId }: NewSuggestion,
): Promise<Suggestion> {
  const timestamp = Date.now();
  const row = { unit_id: unit.id, user_id: authorId, target: [...target], timestamp };
  const suggestion = await Suggestion.query(trx).insert(row);
  await recordChange(trx, {
    action: action.SUGGESTION,
    unit_id: unit.id,
    translation_id: unit.translation_id,
    user_id: userId,
    author_id: authorId,
    target: joinForms(target),
    old: joinForms(unit.target),
    timestamp,
  });
  if (!unit.has_suggestion) {
    await markSuggested(trx, unit, true);
  }
  return suggestion;
}

/** Says of a locked string, and counts, whether it has suggestions. */
async function markSuggested(trx: Knex.Transaction, unit: Unit, has_suggestion: boolean): Promise<void> {
  await Unit.query(trx).findById(unit.id).patch({ has_suggestion });
  await adjustCounters(trx, unit.translation_id, differenceOf(unit, { ...unit, has_suggestion }));
}

/**
 * A suggestion and its string, both locked.
 * @throws {EditRefused} when one of them is gone
 */
export async function lockSuggestion(
  trx: Knex.Transaction,
  { id, unit_id: unitId }: Pick<Suggestion, 'id' | 'unit_id'>,
): Promise<{ unit: Unit; suggestion: Suggestion }> {
  const unit = await Unit.query(trx).findById(unitId).forUpdate();
  const suggestion = unit && (await Suggestion.query(trx).findById(id).forUpdate());
  if (!unit || !suggestion) {
    throw new EditRefused('gone', unitId);
  }
  return { unit, suggestion };
}

/** Removes suggestions of a locked string, as it is now; the history is left to the caller. */
export async function deleteSuggestions(
  trx: Knex.Transaction,
  unit: Unit,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  await Suggestion.query(trx).whereIn('id', ids).delete();
  const isLast = !(await Suggestion.query(trx).findOne({ unit_id: unit.id }));
  if (unit.has_suggestion && isLast) {
    await markSuggested(trx, unit, false);
  }
}
