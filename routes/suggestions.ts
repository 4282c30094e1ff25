import { z } from 'zod';
import { may } from '../models/access.ts';
import { Suggestion } from '../models/suggestion.ts';
import { acceptanceRefusal, suggestionRefusal, voteRefusal } from '../models/suggestion-rights.ts';
import { mayReview } from '../models/unit-rights.ts';
import { findUnit } from './find.ts';
import { Answer, created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { denied, invalid, notFound, refuse } from './http/errors.ts';
import { optionalText } from './http/fields.ts';
import { unitSizes } from './http/paginate.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { presentSuggestions, suggestionShape } from './present/suggestion.ts';
import {
  type FoundSuggestion,
  removeSuggestion,
  type VoteResult,
  writeAcceptance,
  writeSuggestion,
  writeVote,
} from './suggestion-write.ts';
import { unitBody } from './unit-input.ts';
import { readHidden } from './visible-changes.ts';
import { visibleSuggestions } from './visible-suggestions.ts';

const voteAnswer = {
  description: 'The vote counts; `accepted`: with it the suggestion has become the translation',
  schema: z.object({ result: z.enum(['voted', 'accepted']), suggestion: suggestionShape.nullable() }),
};

/** Other texts for strings, until somebody decides about them. */
export const suggestionEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/units/:id/suggestions/',
    summary: 'List the suggestions of a string',
    formats: listFormats,
    find: (call) => findUnit(call, call.params.id),
    answers: listAnswer('Suggestions, the oldest first', suggestionShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        ...listing(request),
        query: Suggestion.query(reader).where('suggestions.unit_id', request.found.id),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/units/:id/suggestions/',
    summary: 'Suggest a text for a string',
    find: async (call) => {
      const unit = await findUnit(call, call.params.id);
      refuse(suggestionRefusal(call.caller, unit.translation, unit));
      return unit;
    },
    body: unitBody.pick({ target: true }).required(),
    answers: { 200: voteAnswer, 201: { description: 'The new suggestion', schema: suggestionShape } },
    async handle(request) {
      const result = await writeSuggestion(request, request.found, request.body.target);
      if (!result.isNew || !result.suggestion) {
        return presentVote(request, result);
      }
      const { id } = result.suggestion;
      return created(await presentOne(request, result.suggestion), request.urls.api('suggestions', id));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/suggestions/',
    summary: 'List suggestions',
    formats: listFormats,
    answers: listAnswer('Suggestions, the newest first', suggestionShape),
    async handle(request) {
      return list(request, {
        ...listing(request),
        query: visibleSuggestions(request, await readHidden(request)),
        order: [{ column: 'suggestions.id', order: 'desc' }],
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/suggestions/:id/',
    summary: 'Read a suggestion',
    find: (call) => findSuggestion(call, call.params.id),
    answers: { 200: { description: 'The suggestion', schema: suggestionShape } },
    handle: (request) => presentOne(request, request.found),
  }),
  endpoint({
    method: 'POST',
    path: '/api/suggestions/:id/accept/',
    summary: 'Make a suggestion the translation',
    find: async (call) => {
      const found = await findSuggestion(call, call.params.id);
      refuse(acceptanceRefusal(call.caller, found.unit.translation, found.unit));
      return found;
    },
    body: z.object({ approve: z.boolean().default(false) }),
    answers: { 200: { description: 'Done', schema: z.object({ result: z.literal('accepted') }) } },
    async handle(request) {
      const { approve } = request.body;
      if (approve && !mayReview(request.caller, request.found.unit.translation)) {
        throw denied('Approving strings needs reviews to be on, and the right to review.');
      }
      await writeAcceptance(request, request.found, approve);
      return { result: 'accepted' };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/suggestions/:id/vote/',
    summary: 'Vote for a suggestion or against it',
    find: async (call) => {
      const found = await findSuggestion(call, call.params.id);
      refuse(voteRefusal(call.caller, found.unit.translation, found.unit));
      return found;
    },
    body: z.object({ value: z.int().meta({ description: '1 or -1' }) }),
    answers: { 200: voteAnswer },
    async handle(request) {
      const { value } = request.body;
      if (value !== 1 && value !== -1) {
        throw invalid('value', `"${value}" is not a valid choice.`, 'invalid_choice');
      }
      return presentVote(request, await writeVote(request, request.found, value));
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/suggestions/:id/',
    summary: 'Remove a suggestion',
    find: async (call) => {
      const found = await findSuggestion(call, call.params.id);
      const isOwn = call.caller.user !== null && found.user_id === call.caller.user.id;
      if (!isOwn && !may(call.caller, 'suggestion.delete', found.unit.translation.component.project)) {
        throw denied();
      }
      return found;
    },
    body: z.object({ rejection_reason: optionalText().optional(), is_spam: z.boolean().optional() }),
    answers: { 204: { description: 'Removed' } },
    async handle(request) {
      await removeSuggestion(request, request.found, request.body);
      return noContent();
    },
  }),
];

async function findSuggestion(call: Call, id: number): Promise<FoundSuggestion> {
  const found = await Suggestion.query(call.services.db.reader).findById(id);
  if (!found) {
    throw notFound();
  }
  const unit = await findUnit(call, found.unit_id);
  return Object.assign(found, { unit });
}

function listing(call: Call) {
  const { reader } = call.services.db;
  return {
    table: 'suggestions',
    sizes: unitSizes,
    load: (ids: number[]) => Suggestion.query(reader).findByIds(ids).execute(),
    present: (suggestions: Suggestion[]) => presentSuggestions(viewerOf(call), suggestions),
  };
}

async function presentOne(call: Call, suggestion: Suggestion) {
  const [presented] = await presentSuggestions(viewerOf(call), [suggestion]);
  return presented!;
}

async function presentVote(call: Call, { suggestion }: VoteResult): Promise<Answer> {
  return new Answer(200, {
    result: suggestion ? 'voted' : 'accepted',
    suggestion: suggestion && (await presentOne(call, suggestion)),
  });
}
