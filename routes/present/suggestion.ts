import { z } from 'zod';
import type { Suggestion } from '../../models/suggestion.ts';
import { voteSums } from '../../models/suggestion-vote.ts';
import { User } from '../../models/user.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';

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
  { knex, urls }: Viewer,
  suggestions: readonly Suggestion[],
): Promise<SuggestionJson[]> {
  const userIds = suggestions.flatMap(({ user_id }) => user_id ?? []);
  const users = await User.query(knex)
    .findByIds([...new Set(userIds)])
    .select('id', 'username');
  const names = new Map(users.map(({ id, username }) => [id, username]));
  const votes = await voteSums(
    knex,
    suggestions.map(({ id }) => id),
  );
  return suggestions.map(({ id, unit_id, user_id, target, timestamp }) => {
    const name = names.get(user_id ?? 0);
    return {
      id,
      unit: urls.unit(unit_id),
      target,
      user: name === undefined ? null : urls.user(name),
      timestamp: presentTime(timestamp),
      votes: votes.get(id) ?? 0,
    };
  });
}
