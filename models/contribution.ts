import type { Knex } from 'knex';
import type { Translation } from './translation.ts';
import type { User } from './user.ts';

/** What is counted of users, by the columns that count it. */
type Contribution = 'translated' | 'suggested' | 'uploaded' | 'commented';

/**
 * Counts what a user does in a translation, and locks both; called with the string locked, before anything is inserted.
 * MariaDB and MySQL lock the rows that an inserted row refers to, shared with others that do the same. Of two who then want
 * to count in such a row, each would wait for the other.
 */
export async function countContribution(
  trx: Knex.Transaction,
  { translation, author }: { translation: Pick<Translation, 'id'>; author: Pick<User, 'id'> },
  kind: Contribution,
  times = 1,
): Promise<void> {
  await trx('translations').where('id', translation.id).forUpdate().select('id');
  await trx('users').where('id', author.id).increment(kind, times);
}
