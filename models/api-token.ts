import { hash, randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import { rawRows } from './raw-rows.ts';
import { Row } from './row.ts';
import { User } from './user.ts';

/** A user has at most one token; only its digest is stored, so it can be shown once, when it is made. */
export class ApiToken extends Row {
  static override tableName = 'api_tokens';

  declare id: number;
  declare user_id: number;
  /** SHA-256 of the token, hex. */
  declare digest: string;
  declare created_at: number;
}

/** Ours are `wlu_` and 36 letters and digits; one that an operator chooses may look a little different. */
export const tokenPattern = /^wlu_[A-Za-z0-9_-]{16,100}$/;

/** Makes the user's token, `token` when given (see tokenPattern); the one before is void from then on. */
export async function createToken(trx: Knex, userId: number, token = randomToken()): Promise<string> {
  if (!tokenPattern.test(token)) {
    throw new Error('A token is "wlu_" and 16 to 100 letters, digits, "_" or "-".');
  }
  const row = { user_id: userId, digest: digestOf(token), created_at: Date.now() };
  await ApiToken.query(trx).insert(row).onConflict('user_id').merge();
  return token;
}

/** Whose token it is, active or not. Only digests are compared, so how long that takes tells nothing of a token. */
export async function userOfToken(knex: Knex, token: string): Promise<User | undefined> {
  // With every request, so that a token or an account that was taken away counts no longer at once.
  const [row] = await rawRows<object>(
    knex,
    'SELECT users.* FROM api_tokens JOIN users ON users.id = api_tokens.user_id WHERE api_tokens.digest = ?',
    [digestOf(token)],
  );
  return row && User.fromDatabaseJson(row);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomToken(): string {
  return `wlu_${Array.from({ length: 36 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

function digestOf(token: string): string {
  return hash('sha256', token);
}
