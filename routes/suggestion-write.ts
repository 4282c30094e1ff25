import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { joinForms } from '../models/forms.ts';
import { spreadOn } from '../models/propagation.ts';
import { type SuggestionProblem, SuggestionRefused, suggest } from '../models/suggest.ts';
import { deleteSuggestions, lockSuggestion, type Suggestion } from '../models/suggestion.ts';
import { acceptSuggestion } from '../models/suggestion-accept.ts';
import { voteRefusal } from '../models/suggestion-rights.ts';
import { castVote, isElected, type Vote } from '../models/suggestion-vote.ts';
import { unitState } from '../models/unit.ts';
import { EditRefused } from '../models/unit-edit.ts';
import { mayCopyTo } from '../models/unit-rights.ts';
import { type FoundUnit, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { checkFormCount } from './unit-input.ts';
import { editRefusal } from './unit-write.ts';

/** A suggestion with its string. */
export type FoundSuggestion = Suggestion & { unit: FoundUnit };

/** What became of a suggestion; null: it is the translation now. */
export interface VoteResult {
  suggestion: Suggestion | null;
  isNew: boolean;
}

/**
 * Suggests a text for a string. Where people vote, the text that somebody else has suggested gets a vote.
 * @throws {ApiError} 400 on `target`
 */
export async function writeSuggestion(
  call: Call,
  unit: FoundUnit,
  target: readonly string[],
): Promise<VoteResult> {
  checkFormCount(unit, target);
  const user = signedIn(call.caller);
  const { translation } = unit;
  const { component } = translation;
  const mayVote = voteRefusal(call.caller, translation, unit) === null;
  const text = { unitId: unit.id, translation, component, target, author: user, user, mayVote };
  return write(call, async (trx) => {
    const { suggestion, isNew } = await suggest(trx, text);
    return { ...(await electOf(call, trx, unit, suggestion)), isNew };
  });
}

/** Votes for a suggestion or against it. */
export function writeVote(call: Call, found: FoundSuggestion, value: Vote): Promise<VoteResult> {
  const user = signedIn(call.caller);
  return write(call, async (trx) => {
    const { suggestion } = await lockSuggestion(trx, found);
    await castVote(trx, suggestion.id, user.id, value);
    return { ...(await electOf(call, trx, found.unit, suggestion)), isNew: false };
  });
}

export async function writeAcceptance(call: Call, found: FoundSuggestion, approve: boolean): Promise<void> {
  const state = approve ? unitState.approved : unitState.translated;
  await write(call, async (trx) => {
    const about = acceptance(call, found.unit, found);
    return { rest: await acceptSuggestion(trx, { ...about, state }) };
  });
}

/** Removes a suggestion; the history tells why. */
export async function removeSuggestion(
  call: Call,
  found: FoundSuggestion,
  details: { rejection_reason?: string; is_spam?: boolean },
): Promise<void> {
  const user = signedIn(call.caller);
  await write(call, async (trx) => {
    const { unit, suggestion } = await lockSuggestion(trx, found);
    await recordChange(trx, {
      action: action.SUGGESTION_DELETE,
      unit_id: unit.id,
      translation_id: unit.translation_id,
      user_id: user.id,
      author_id: suggestion.user_id,
      target: joinForms(suggestion.target),
      old: joinForms(unit.target),
      details,
    });
    await deleteSuggestions(trx, unit, [suggestion.id]);
    return { rest: null };
  });
}

/** Accepts a suggestion that has enough votes. */
async function electOf(call: Call, trx: Knex.Transaction, unit: FoundUnit, suggestion: Suggestion) {
  const { suggestion_voting: isVoting, suggestion_autoaccept: needed } = unit.translation.component;
  if (!isVoting || !(await isElected(trx, suggestion.id, needed))) {
    return { suggestion, rest: null };
  }
  const about = acceptance(call, unit, suggestion);
  const rest = await acceptSuggestion(trx, { ...about, state: unitState.translated });
  return { suggestion: null, rest };
}

function acceptance(call: Call, { translation }: FoundUnit, suggestion: Suggestion) {
  const { component } = translation;
  return { suggestion, translation, component, user: signedIn(call.caller), mayEdit: mayCopyTo(call.caller) };
}

/** Runs `work` in a transaction and copies what it translates; what has changed since the look at it is an answer. */
async function write<Result extends { rest: Parameters<typeof spreadOn>[1] }>(
  { services: { db } }: Call,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction(work).catch((error: unknown) => {
    if (error instanceof SuggestionRefused) {
      throw invalid('target', problems[error.reason]);
    }
    throw error instanceof EditRefused ? editRefusal(error) : error;
  });
  await spreadOn(db, result.rest);
  return result;
}

const problems: Record<SuggestionProblem, string> = {
  empty: 'A suggestion needs a text.',
  long: 'The text is too long.',
  translated: 'The string is translated so already.',
  known: 'The text has been suggested already.',
};
