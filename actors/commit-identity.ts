import type { Knex } from 'knex';
import { User } from '../models/user.ts';
import type { Identity } from './git-commit.ts';

/** As whom a user's work is committed. Without an address of his own he gets one of this site that nobody reads. */
export function identityOf(
  user: Pick<User, 'username' | 'email' | 'visibleName'>,
  siteUrl: string | null,
): Identity {
  const host = siteUrl === null ? 'localhost' : new URL(siteUrl).hostname;
  const local = user.username.replace(/[^\p{L}\p{N}._+-]/gu, '-');
  return { name: user.visibleName, email: user.email ?? `${local}@users.noreply.${host}` };
}

/** Whose work a commit of ours is, as `identityOf` wrote it; null: not known (any more). */
export async function userOf(
  knex: Knex,
  { name, email }: Identity,
  siteUrl: string | null,
): Promise<User | null> {
  const [local = '', host = ''] = email.split('@');
  const isOurs = host === `users.noreply.${siteUrl === null ? 'localhost' : new URL(siteUrl).hostname}`;
  const known = isOurs ? { username: local } : { email };
  const byAddress = await User.query(knex).findOne(known);
  return byAddress ?? (await User.query(knex).findOne({ full_name: name })) ?? null;
}
