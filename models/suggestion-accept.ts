import type { Knex } from 'knex';
import { action } from './actions.ts';
import { joinForms } from './forms.ts';
import { deleteSuggestions, lockSuggestion, type Suggestion } from './suggestion.ts';
import type { unitState } from './unit.ts';
import { type EditResult, editUnit, type UnitEdit } from './unit-edit.ts';

/** The decision for a suggestion; `user` is who decides. */
export interface Acceptance extends Pick<UnitEdit, 'translation' | 'component' | 'mayEdit'> {
  suggestion: Pick<Suggestion, 'id' | 'unit_id'>;
  user: NonNullable<UnitEdit['user']>;
  state: typeof unitState.translated | typeof unitState.approved;
}

/**
 * Makes a suggestion the translation, an edit of who suggested it; a string that says the same and is as far is left alone.
 * The suggestion is gone after it. Gives the copies that are left to a job.
 * @throws {EditRefused} when string or suggestion are gone, or the string is read only
 */
export async function acceptSuggestion(
  trx: Knex.Transaction,
  { suggestion, translation, component, user, state, mayEdit }: Acceptance,
): Promise<EditResult['rest']> {
  const { unit: before, suggestion: accepted } = await lockSuggestion(trx, suggestion);
  const { id, target, user_id: authorId } = accepted;
  const isDone = before.state >= state && joinForms(before.target) === joinForms(target);
  const author = { id: authorId ?? user.id };
  const about = { unit: before, translation, component, target, state, author, user, mayEdit };
  const edited = isDone ? null : await editUnit(trx, { ...about, action: action.ACCEPT, isSingle: true });
  const unit = edited?.unit ?? before;
  await deleteSuggestions(trx, unit, [id]);
  return edited?.rest ?? null;
}
