import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { action } from './actions.ts';
import { recordChange } from './change.ts';
import type { Database } from './database.ts';
import { joinForms } from './forms.ts';
import { deleteSuggestions, Suggestion } from './suggestion.ts';
import { Unit, unitState } from './unit.ts';

/** Strings that are looked at together. */
const batchSize = 200;

/**
 * Removes suggestions that nobody needs to decide about, see `obsoleteAmong`. Goes through the strings with suggestions in
 * small steps between which requests run; each string is a transaction of its own. Gives how many were removed.
 */
export async function removeObsoleteSuggestions(db: Database): Promise<number> {
  let removed = 0;
  for (
    let ids = await unitsAfter(db.reader, 0);
    ids.length > 0;
    ids = await unitsAfter(db.reader, ids.at(-1)!)
  ) {
    const units = await Unit.query(db.reader).findByIds(ids).select('id', 'target', 'state');
    const suggestions = await Suggestion.query(db.reader).whereIn('unit_id', ids).orderBy('id');
    const byUnit = Map.groupBy(suggestions, ({ unit_id }) => unit_id);
    for (const unit of units) {
      if (obsoleteAmong(unit, byUnit.get(unit.id) ?? []).length > 0) {
        removed += await db.transaction((trx) => cleanUnit(trx, unit.id));
      }
    }
    await pause();
  }
  return removed;
}

/** Strings with suggestions, from the one after `id` on. */
export function unitsAfter(knex: Knex, id: number): Promise<number[]> {
  return suggestedUnits(knex, id).pluck('unit_id');
}

/** One step along the index of suggestions by string. */
export function suggestedUnits(knex: Knex, after: number): Knex.QueryBuilder {
  return knex('suggestions')
    .distinct('unit_id')
    .where('unit_id', '>', after)
    .orderBy('unit_id')
    .limit(batchSize);
}

/**
 * Which suggestions of a string are obsolete: those that say what its finished translation says, and those that an older
 * one says already. `suggestions`: oldest first.
 */
export function obsoleteAmong<S extends Pick<Suggestion, 'target'>>(
  unit: Pick<Unit, 'target' | 'state'>,
  suggestions: readonly S[],
): S[] {
  const known = new Set(unit.state >= unitState.translated ? [joinForms(unit.target)] : []);
  return suggestions.filter(({ target }) => {
    const text = joinForms(target);
    const isKnown = known.has(text);
    known.add(text);
    return isKnown;
  });
}

/** Looks again with the string locked: since it was found, somebody may have edited it or another server cleaned it. */
async function cleanUnit(trx: Knex.Transaction, unitId: number): Promise<number> {
  const unit = await Unit.query(trx).findById(unitId).forUpdate();
  if (!unit) {
    return 0;
  }
  const suggestions = await Suggestion.query(trx).where('unit_id', unitId).orderBy('id');
  const obsolete = obsoleteAmong(unit, suggestions);
  for (const { target, user_id } of obsolete) {
    await recordChange(trx, {
      action: action.SUGGESTION_CLEANUP,
      unit_id: unitId,
      translation_id: unit.translation_id,
      author_id: user_id,
      target: joinForms(target),
      old: joinForms(unit.target),
    });
  }
  await deleteSuggestions(
    trx,
    unit,
    obsolete.map(({ id }) => id),
  );
  return obsolete.length;
}
