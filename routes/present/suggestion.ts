import { z } from 'zod';
import type { Suggestion } from '../../models/suggestion.ts';
import { voteSums } from '../../models/suggestion-vote.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';
import { userUrls } from './user.ts';

export const suggestionShape = z
  .object({
    id: z.int(),
    unit: z.string(),
    target: z.array(z.string()),
    user: z.string().nullable(),
    timestamp: z.string(),
    votes: z.int(),
  })
  .meta({ id: 'Suggestion' });

export type SuggestionJson = z.infer<typeof suggestionShape>;

/** Presents `suggestions` in their order, with a fixed number of queries. */
export async function presentSuggestions(
  viewer: Viewer,
  suggestions: readonly Suggestion[],
): Promise<SuggestionJson[]> {
  const users = await userUrls(
    viewer,
    suggestions.map(({ user_id }) => user_id),
  );
  const votes = await voteSums(
    viewer.knex,
    suggestions.map(({ id }) => id),
  );
  return suggestions.map(({ id, unit_id, user_id, target, timestamp }) => ({
    id,
    unit: viewer.urls.unit(unit_id),
    target,
    user: users.get(user_id) ?? null,
    timestamp: presentTime(timestamp),
    votes: votes.get(id) ?? 0,
  }));
}
