import type { Knex } from 'knex';
import { action } from './actions.ts';
import { recordChange } from './change.ts';
import { adjustCounters } from './counters.ts';
import { differenceOf } from './counts.ts';
import { joinForms } from './forms.ts';
import { Row } from './row.ts';
import { Unit } from './unit.ts';

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

/**
 * Suggests a text, tells the history, and counts the string as one with suggestions. The same text twice for one string is
 * one suggestion: gives false, and nothing happens.
 */
export async function addSuggestion(
  trx: Knex.Transaction,
  unitId: number,
  { target, authorId, userId }: { target: readonly string[]; authorId: number | null; userId: number | null },
): Promise<boolean> {
  const unit = await Unit.query(trx).findById(unitId).forUpdate().throwIfNotFound();
  const known = await Suggestion.query(trx).findOne({ unit_id: unitId, target: joinForms(target) });
  if (known) {
    return false;
  }
  const timestamp = Date.now();
  await Suggestion.query(trx).insert({ unit_id: unitId, user_id: authorId, target: [...target], timestamp });
  await recordChange(trx, {
    action: action.SUGGESTION,
    unit_id: unitId,
    translation_id: unit.translation_id,
    user_id: userId,
    author_id: authorId,
    target: joinForms(target),
    old: joinForms(unit.target),
    timestamp,
  });
  if (!unit.has_suggestion) {
    await Unit.query(trx).findById(unitId).patch({ has_suggestion: true });
    await adjustCounters(trx, unit.translation_id, differenceOf(unit, { ...unit, has_suggestion: true }));
  }
  return true;
}
