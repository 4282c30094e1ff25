import type { Context } from 'koa';
import type { Caller } from '../models/access.ts';
import { tokenPattern, userOfToken } from '../models/api-token.ts';
import type { Database } from '../models/database.ts';
import { ApiError } from './http/errors.ts';

/**
 * Who runs git: user name and API token by HTTP Basic, the only scheme that git asks people for; without the header
 * anonymous.
 * @throws {ApiError} 401 for credentials that are not good; they never count as anonymous.
 */
export async function gitCaller(ctx: Context, db: Database): Promise<Caller> {
  const header = ctx.get('Authorization').trim();
  if (header === '') {
    return { user: null };
  }
  const { encoded } = /^basic +(?<encoded>[\w+/=-]+)$/i.exec(header)?.groups ?? {};
  if (encoded === undefined) {
    throw unauthorised('Sign in by HTTP Basic, with user name and API token.');
  }
  const { name, token } =
    /^(?<name>[^:]*):(?<token>.*)$/s.exec(Buffer.from(encoded, 'base64').toString())?.groups ?? {};
  const user = tokenPattern.test(token ?? '') ? await userOfToken(db.reader, token!) : undefined;
  if (!user?.is_active || user.username !== name) {
    throw unauthorised('Wrong user name or API token.');
  }
  return { user };
}

/** A 401 that makes git ask for a name and a token, and browsers too. */
export function unauthorised(detail: string): ApiError {
  return new ApiError(401, [{ code: 'not_authenticated', detail, attr: null }], {
    'WWW-Authenticate': 'Basic realm="User name and API token", charset="UTF-8"',
  });
}
