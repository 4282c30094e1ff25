import type { Context } from 'koa';
import type { Caller } from '../../models/access.ts';
import { userOfToken } from '../../models/api-token.ts';
import type { Database } from '../../models/database.ts';
import { authenticationFailed } from './errors.ts';

/**
 * Who sends the request: `Authorization: Token …` or `Bearer …`, the scheme in any case; without the header anonymous.
 * @throws {ApiError} 401 for credentials that are not good; they never count as anonymous.
 */
export async function authenticate(ctx: Context, db: Database): Promise<Caller> {
  const header = ctx.get('Authorization').trim();
  if (header === '') {
    return { user: null };
  }
  const [scheme = '', token, ...rest] = header.split(/\s+/);
  if (!['token', 'bearer'].includes(scheme.toLowerCase())) {
    throw authenticationFailed('Invalid authorization scheme: use "Token".');
  }
  if (token === undefined) {
    throw authenticationFailed('Invalid token header. No credentials provided.');
  }
  if (rest.length > 0) {
    throw authenticationFailed('Invalid token header. Token string should not contain spaces.');
  }
  const user = await userOfToken(db.reader, token);
  if (!user) {
    throw authenticationFailed('Invalid token.');
  }
  if (!user.is_active) {
    throw authenticationFailed('User inactive or deleted.');
  }
  return { user };
}
