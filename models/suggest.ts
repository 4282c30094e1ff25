import type { Knex } from 'knex';
import { lengthOf } from '../checks/measure.ts';
import type { Component } from './component.ts';
import { countContribution } from './contribution.ts';
import { fitTarget } from './edit-values.ts';
import { extraFlagsOf, flagsOfUnit } from './extra-flags.ts';
import { joinForms } from './forms.ts';
import { insertSuggestion, knownSuggestion, type Suggestion } from './suggestion.ts';
import { lengthLimit } from './suggestion-limit.ts';
import { castVote } from './suggestion-vote.ts';
import { loadPlace } from './surroundings.ts';
import type { Translation } from './translation.ts';
import { Unit, unitState } from './unit.ts';
import { EditRefused } from './unit-edit.ts';
import type { User } from './user.ts';

/** A text that somebody suggests for a string. */
export interface SuggestedText {
  unitId: number;
  translation: Translation;
  component: Component;
  /** One item per plural form, as for an edit. */
  target: readonly string[];
  /** Who is credited. */
  author: Pick<User, 'id'>;
  /** Who acts. */
  user: Pick<User, 'id'>;
  /** Whether the author may vote, if there is voting. */
  mayVote: boolean;
  /** One of many texts: no vote for what others have suggested, nor for what the string says, be it unfinished. */
  isOneOfMany?: boolean;
}

/** Why a text is no suggestion. */
export type SuggestionProblem = 'empty' | 'long' | 'translated' | 'known';

export class SuggestionRefused extends Error {
  override name = 'SuggestionRefused';
  readonly reason: SuggestionProblem;

  constructor(reason: SuggestionProblem) {
    super(`The text cannot be suggested: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Suggests a text, corrected as a translation would be. Where people vote, who suggests is for it, and what somebody else has
 * suggested already gets his vote: `isNew` is false then.
 * @throws {EditRefused} when the string is gone or read only
 * @throws {SuggestionRefused}
 */
export async function suggest(
  trx: Knex.Transaction,
  { unitId, translation, component, target, author, user, mayVote, isOneOfMany = false }: SuggestedText,
): Promise<{ suggestion: Suggestion; isNew: boolean }> {
  const unit = await Unit.query(trx).findById(unitId).forUpdate();
  if (!unit) {
    throw new EditRefused('gone', unitId);
  }
  if (unit.state === unitState.readonly) {
    throw new EditRefused('readonly', unitId);
  }
  const place = await loadPlace(trx, translation.id);
  const flags = flagsOfUnit(unit, await extraFlagsOf(trx, [unit]));
  const fitted = await fitTarget(trx, { component, translation, target }, unit, place, flags);
  const isVoting = component.suggestion_voting && mayVote;
  const known = await knownSuggestion(trx, unitId, fitted);
  const problem = textProblem(unit, fitted, { limit: lengthLimit(unit, place, flags), isOneOfMany });
  if (problem) {
    throw new SuggestionRefused(problem);
  }
  if (known && (!isVoting || isOneOfMany || known.user_id === author.id)) {
    throw new SuggestionRefused('known');
  }
  await countContribution(trx, { translation, author }, 'suggested', known ? 0 : 1);
  const suggestion =
    known ?? (await insertSuggestion(trx, unit, { target: fitted, authorId: author.id, userId: user.id }));
  if (isVoting) {
    await castVote(trx, suggestion.id, author.id, 1);
  }
  return { suggestion, isNew: !known };
}

/**
 * Suggests one of many texts, and gives whether it is a suggestion now. One that is nothing new, or whose string is
 * gone or read only, is left out.
 */
export async function suggestOneOfMany(
  trx: Knex.Transaction,
  text: Omit<SuggestedText, 'isOneOfMany'>,
): Promise<boolean> {
  try {
    const { isNew } = await suggest(trx, { ...text, isOneOfMany: true });
    return isNew;
  } catch (error) {
    if (error instanceof SuggestionRefused || error instanceof EditRefused) {
      return false;
    }
    throw error;
  }
}

function textProblem(
  unit: Unit,
  target: readonly string[],
  { limit, isOneOfMany }: { limit: number; isOneOfMany: boolean },
): SuggestionProblem | null {
  if (target.every((form) => form === '')) {
    return 'empty';
  }
  if (target.some((form) => lengthOf(form) > limit)) {
    return 'long';
  }
  const isRefused = unit.state >= unitState.translated || isOneOfMany;
  return isRefused && joinForms(target) === joinForms(unit.target) ? 'translated' : null;
}
