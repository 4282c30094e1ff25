import type { Knex } from 'knex';
import { goOnCopying } from '../actors/copy-edit.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { joinForms } from '../models/forms.ts';
import { type SuggestionProblem, SuggestionRefused, suggest } from '../models/suggest.ts';
import { deleteSuggestions, lockSuggestion, type Suggestion } from '../models/suggestion.ts';
import { type Acceptance, acceptSuggestion } from '../models/suggestion-accept.ts';
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
    return { suggestion: await withoutElected(call, trx, unit, suggestion), isNew };
  });
}

/** Votes for a suggestion or against it. */
export function writeVote(call: Call, found: FoundSuggestion, value: Vote): Promise<VoteResult> {
  const user = signedIn(call.caller);
  return write(call, async (trx) => {
    const { suggestion } = await lockSuggestion(trx, found);
    await castVote(trx, suggestion.id, user.id, value);
    return { suggestion: await withoutElected(call, trx, found.unit, suggestion), isNew: false };
  });
}

export async function writeAcceptance(call: Call, found: FoundSuggestion, approve: boolean): Promise<void> {
  const state = approve ? unitState.approved : unitState.translated;
  await write(call, (trx) => accept(call, trx, found.unit, found, state));
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
  });
}

/** Accepts the suggestion if it has enough votes: then it is none any more. */
async function withoutElected(
  call: Call,
  trx: Knex.Transaction,
  unit: FoundUnit,
  suggestion: Suggestion,
): Promise<Suggestion | null> {
  const { suggestion_voting: isVoting, suggestion_autoaccept: needed } = unit.translation.component;
  if (!isVoting || !(await isElected(trx, suggestion.id, needed))) {
    return suggestion;
  }
  await accept(call, trx, unit, suggestion, unitState.translated);
  return null;
}

async function accept(
  { services, caller }: Call,
  trx: Knex.Transaction,
  { translation }: FoundUnit,
  suggestion: Suggestion,
  state: Acceptance['state'],
): Promise<void> {
  const { component } = translation;
  const about = { translation, component, user: signedIn(caller), mayEdit: mayCopyTo(caller) };
  const rest = await acceptSuggestion(trx, { ...about, suggestion, state });
  await goOnCopying(services.actors, trx, rest);
}

/** Runs `work` in a transaction; what has changed since the look at it is an answer. */
function write<Result>(
  { services: { db } }: Call,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(work).catch((error: unknown) => {
    if (error instanceof SuggestionRefused) {
      throw invalid('target', problems[error.reason]);
    }
    throw error instanceof EditRefused ? editRefusal(error) : error;
  });
}

const problems: Record<SuggestionProblem, string> = {
  empty: 'A suggestion needs a text.',
  long: 'The text is too long.',
  translated: 'The string is translated so already.',
  known: 'The text has been suggested already.',
};
