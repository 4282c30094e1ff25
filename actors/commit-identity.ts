import type { User } from '../models/user.ts';
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
