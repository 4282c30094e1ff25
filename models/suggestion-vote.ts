import type { Knex } from 'knex';

/** For a suggestion, or against it. */
export type Vote = 1 | -1;

/** Counts the user's voice; a second vote of his takes the place of the first. */
export async function castVote(
  trx: Knex.Transaction,
  suggestionId: number,
  userId: number,
  value: Vote,
): Promise<void> {
  await trx('suggestion_votes')
    .insert({ suggestion_id: suggestionId, user_id: userId, value })
    .onConflict(['suggestion_id', 'user_id'])
    .merge(['value']);
}

/** Those for minus those against, by suggestion; without a vote: no entry. */
export async function voteSums(knex: Knex, suggestionIds: readonly number[]): Promise<Map<number, number>> {
  const rows: { suggestion_id: number; votes: number | string }[] = await knex('suggestion_votes')
    .whereIn('suggestion_id', suggestionIds)
    .groupBy('suggestion_id')
    .select('suggestion_id')
    .sum({ votes: 'value' });
  // MariaDB and MySQL give sums as decimals, which come as text.
  return new Map(rows.map(({ suggestion_id, votes }) => [suggestion_id, Number(votes)]));
}

/** Whether so many people are for the suggestion that nobody needs to decide about it. `needed` 0: never. */
export async function isElected(
  trx: Knex.Transaction,
  suggestionId: number,
  needed: number,
): Promise<boolean> {
  return needed > 0 && ((await voteSums(trx, [suggestionId])).get(suggestionId) ?? 0) >= needed;
}
