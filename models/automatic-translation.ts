import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { lengthOf } from '../checks/measure.ts';
import { action } from './actions.ts';
import type { Database } from './database.ts';
import { inBatches } from './edit-batches.ts';
import { stoppedByLock } from './edit-lock.ts';
import { extraFlagsOf, flagsOfUnit } from './extra-flags.ts';
import type { TranslationPlace } from './propagation.ts';
import { suggestOneOfMany } from './suggest.ts';
import { intendedLength } from './suggestion-limit.ts';
import { type CheckPlace, loadPlace } from './surroundings.ts';
import { Unit, unitState } from './unit.ts';
import { EditRefused, editUnit } from './unit-edit.ts';
import type { User } from './user.ts';

/** What the texts that are found become: suggestions, or translations of a state. */
export type AutomaticMode = 'suggest' | 'translate' | 'fuzzy' | 'approved';

export interface AutomaticTranslation {
  translation: TranslationPlace;
  mode: AutomaticMode;
  /** Who asks, acts and is credited. */
  user: User;
  /** Whether his suggestions come with his vote, if there is voting. */
  mayVote: boolean;
  /** Whether he may change the string. */
  mayChange(unit: Unit): boolean;
  /** Narrows strings of the translation to those that are wanted. */
  narrow(units: QueryBuilder<Unit>): void;
  /** Texts for some of the strings, by their ids: one item per form. */
  find(units: readonly Unit[]): Promise<ReadonlyMap<number, readonly string[]>>;
}

export interface AutomaticResult {
  /** Strings that got something. */
  count: number;
  /** Somebody locked the component meanwhile; the rest of the strings is as it was. */
  isLocked: boolean;
}

/** Strings of the translation that are looked at between two turns of other work. */
const pageSize = 500;

const states = {
  translate: unitState.translated,
  fuzzy: unitState.needsEditing,
  approved: unitState.approved,
} as const;

/**
 * Gives strings the texts that are found for them, as saves that spread no further and are no milestones; too long a
 * text is suggested. In small transactions, between which others write: a string that somebody else edits meanwhile
 * keeps his text, and a lock ends it.
 */
export async function translateAutomatically(
  db: Database,
  task: AutomaticTranslation,
): Promise<AutomaticResult> {
  const place = await loadPlace(db.reader, task.translation.id);
  let count = 0;
  const isLocked = await stoppedByLock(async () => {
    for await (const units of wantedUnits(db.reader, task)) {
      const texts = await task.find(units);
      const answered = units.filter(({ id }) => texts.has(id));
      const given = inBatches(db, task.translation.component.id, answered, (trx, unit) =>
        give(trx, task, place, unit, texts.get(unit.id)!),
      );
      for await (const results of given) {
        count += results.filter(Boolean).length;
      }
    }
  });
  return { count, isLocked };
}

/** Pages of at most `pageSize` strings, by id; each is asked for only when the last one is done. */
async function* wantedUnits(
  knex: Knex,
  { translation, mode, mayChange, narrow }: AutomaticTranslation,
): AsyncGenerator<Unit[]> {
  for (let last = 0; ; await pause()) {
    // The search looks at no more than a page of strings, however few it finds.
    const ids: number[] = await knex('units')
      .where('translation_id', translation.id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .pluck('id');
    if (ids.length > 0) {
      const units = Unit.query(knex)
        .whereIn('units.id', ids)
        .whereNot('units.state', unitState.readonly)
        .orderBy('units.id')
        .select('units.*');
      if (mode === 'suggest') {
        units.where('units.has_suggestion', 0);
      }
      narrow(units);
      yield (await units).filter(mayChange);
    }
    if (ids.length < pageSize) {
      return;
    }
    last = ids.at(-1)!;
  }
}

/** Whether the string got the text. */
async function give(
  trx: Knex.Transaction,
  { translation, mode, user, mayVote }: AutomaticTranslation,
  place: CheckPlace,
  unit: Unit,
  target: readonly string[],
): Promise<boolean> {
  const about = { translation, component: translation.component, target, author: user, user };
  try {
    const flags = flagsOfUnit(unit, await extraFlagsOf(trx, [unit]));
    const limit = intendedLength(unit, place, flags);
    if (mode === 'suggest' || target.some((form) => lengthOf(form) > limit)) {
      return suggestOneOfMany(trx, { unitId: unit.id, ...about, mayVote });
    }
    const { version } = unit;
    const { changed } = await editUnit(trx, {
      unit,
      version,
      ...about,
      state: states[mode],
      action: action.AUTO,
    });
    return changed;
  } catch (error) {
    if (error instanceof EditRefused) {
      // Edited, removed or made read only since it was looked at: left as it is.
      return false;
    }
    throw error;
  }
}
