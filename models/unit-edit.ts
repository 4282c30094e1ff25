import type { Knex } from 'knex';
import { type ActionId, action } from './actions.ts';
import { insertChanges } from './change.ts';
import { checkEdited } from './check-units.ts';
import type { Component } from './component.ts';
import { countContribution } from './contribution.ts';
import { CounterBatch } from './counters.ts';
import { differenceOf } from './counts.ts';
import { recordCompletion, recordContributor } from './edit-events.ts';
import { actionOf, fitState, fitTarget } from './edit-values.ts';
import { extraFlagsOf, flagsOfUnit } from './extra-flags.ts';
import { joinForms } from './forms.ts';
import { insertPending } from './pending-rows.ts';
import { copyEdit, type Spread } from './propagation.ts';
import { followSource, sourceValues } from './source-edit.ts';
import { loadPlace } from './surroundings.ts';
import type { Translation } from './translation.ts';
import { isFuzzy, Unit, unitState } from './unit.ts';
import type { User } from './user.ts';

export interface UnitEdit {
  /** As the caller saw it; only the id counts, the row is read again. */
  unit: Pick<Unit, 'id'>;
  translation: Translation;
  component: Component;
  /** One item per plural form; missing ones count as empty, surplus ones are cut. */
  target: readonly string[];
  state: number;
  /** Who is credited, in the commit as well. */
  author: Pick<User, 'id'>;
  /** Who acts; null: nobody in person. */
  user: (Pick<User, 'id'> & Partial<Pick<User, 'is_bot'>>) | null;
  /** What the history calls it; told from the states when left out. */
  action?: ActionId;
  /** Refuse the edit unless the unit still has this version. */
  version?: number;
  /** Copies the edit to equal strings of other components, those that the editor may edit. Left out: no copies. */
  mayEdit?: Spread['mayEdit'];
  /** A person's edit of one string alone, which may be a milestone. */
  isSingle?: boolean;
}

export interface EditResult {
  changed: boolean;
  /** As it is now. */
  unit: Unit;
  /** Copies that this transaction has left to a job (`goOnCopying`); null: none. */
  rest: Spread | null;
}

/** Why an edit that was right when the caller looked cannot be stored. */
export class EditRefused extends Error {
  override name = 'EditRefused';
  /** `gone`: removed since; `readonly`: made read-only since; `version`: edited since. */
  readonly reason: 'gone' | 'readonly' | 'version';

  constructor(reason: EditRefused['reason'], unitId: number) {
    super(`Unit ${unitId} cannot be edited: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Stores an edit: the unit, its place in the commit queue, the history, the counters and, for a string of the base file,
 * the source of its translations. The same text and state as before are no edit: nothing happens.
 * @throws {EditRefused}
 */
export async function editUnit(trx: Knex.Transaction, edit: UnitEdit): Promise<EditResult> {
  const { component, translation, author } = edit;
  const before = await lockUnit(trx, edit);
  const place = await loadPlace(trx, before.translation_id);
  const extraFlags = await extraFlagsOf(trx, [before]);
  const target = await fitTarget(trx, edit, before, place, flagsOfUnit(before, extraFlags));
  const state = fitState(edit.state, target);
  if (state === before.state && joinForms(target) === joinForms(before.target)) {
    return { changed: false, unit: before, rest: null };
  }
  await countContribution(trx, edit, 'translated');
  const at = Date.now();
  const kind = edit.action ?? actionOf(before.state, state);
  const automatic = kind === action.AUTO;
  const counters = new CounterBatch();
  const isSource = translation.is_source && component.isMonolingual;
  const source =
    isSource && joinForms(target) !== joinForms(before.source)
      ? await sourceValues(trx, component, before, target)
      : null;

  await Unit.query(trx)
    .findById(before.id)
    .patch({
      ...source,
      target,
      state,
      original_state: state,
      previous_source: isFuzzy(state) ? before.previous_source : [],
      pending: true,
      automatically_translated: automatic,
      version: before.version + 1,
      last_updated: at,
    });
  const componentId = component.id;
  await insertPending(trx, [
    { unit: before, componentId, authorId: author.id, target, state, automatic, at },
  ]);
  await recordContributor(trx, edit, at);
  await insertChanges(trx, [{ ...historyOf(edit, before, target, state), action: kind, timestamp: at }]);
  if (source) {
    const userId = edit.user?.id ?? null;
    await followSource(trx, counters, { component, before, values: source, authorId: author.id, userId, at });
  }

  const unit = await Unit.query(trx).findById(before.id).throwIfNotFound();
  counters.add(translation.id, differenceOf(before, unit), { at, authorId: author.id });
  const who = { authorId: author.id, userId: edit.user?.id ?? null, at };
  const rest = await copy(trx, counters, edit, unit);
  const checked = await checkEdited(trx, counters, { before, unit, place, extraFlags, ...who });
  await counters.apply(trx);
  if (edit.isSingle && before.state < unitState.translated && checked.state >= unitState.translated) {
    await recordCompletion(trx, edit, at);
  }
  return { changed: true, unit: checked, rest };
}

/** Source strings are nobody's translation: they are not copied. */
async function copy(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, translation, author, user, mayEdit }: UnitEdit,
  unit: Unit,
): Promise<Spread | null> {
  if (!mayEdit || translation.is_source) {
    return null;
  }
  const { target, state } = unit;
  const about = { unit, translation, component, target, state, author, user, mayEdit };
  return copyEdit(trx, counters, { ...about, at: Date.now(), after: 0 });
}

async function lockUnit(trx: Knex.Transaction, { unit: { id }, version }: UnitEdit): Promise<Unit> {
  const unit = await Unit.query(trx).findById(id).forUpdate();
  if (!unit) {
    throw new EditRefused('gone', id);
  }
  if (unit.state === unitState.readonly) {
    throw new EditRefused('readonly', id);
  }
  if (version !== undefined && version !== unit.version) {
    throw new EditRefused('version', id);
  }
  return unit;
}

function historyOf(
  { component, translation, author, user }: UnitEdit,
  before: Unit,
  target: string[],
  state: number,
) {
  return {
    project_id: component.project_id,
    component_id: component.id,
    translation_id: translation.id,
    language_id: translation.language_id,
    unit_id: before.id,
    user_id: user?.id ?? null,
    author_id: author.id,
    target: joinForms(target),
    old: joinForms(before.target),
    details: {
      state,
      old_state: before.state,
      source: joinForms(before.source),
      context: before.context,
    },
  };
}
