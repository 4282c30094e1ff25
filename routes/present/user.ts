import { z } from 'zod';
import type { User } from '../../models/user.ts';
import type { Urls } from '../http/urls.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';

/** What everybody who is signed in may know of a user. */
export const basicUserShape = z
  .object({ id: z.int(), full_name: z.string(), username: z.string() })
  .meta({ id: 'BasicUser' });

/** A user as he sees himself, and as those see him who manage users. */
export const userShape = z
  .object({
    id: z.int(),
    username: z.string(),
    full_name: z.string(),
    email: z.string().nullable(),
    groups: z.array(z.string()),
    is_superuser: z.boolean(),
    is_active: z.boolean(),
    is_bot: z.boolean(),
    date_joined: z.string(),
    date_expires: z.string().nullable(),
    last_login: z.string().nullable(),
    url: z.string(),
    statistics_url: z.string(),
  })
  .meta({ id: 'User' });

export const userStatisticsShape = z
  .object({
    translated: z.int(),
    suggested: z.int(),
    uploaded: z.int(),
    commented: z.int(),
    languages: z.int(),
  })
  .meta({ id: 'UserStatistics' });

export function presentBasicUser({ id, full_name, username }: User): z.infer<typeof basicUserShape> {
  return { id, full_name, username };
}

export function presentUser(user: User, urls: Urls): z.infer<typeof userShape> {
  return {
    id: user.id,
    username: user.username,
    full_name: user.full_name,
    email: user.email,
    groups: [],
    is_superuser: user.is_superuser,
    is_active: user.is_active,
    is_bot: user.is_bot,
    date_joined: presentTime(user.date_joined),
    date_expires: presentTime(user.date_expires),
    last_login: presentTime(user.last_login),
    url: urls.user(user.username),
    statistics_url: urls.api('users', user.username, 'statistics'),
  };
}

/** URLs of users by their ids. Nobody and users who were deleted have none. */
export async function userUrls(
  { knex, urls }: Viewer,
  ids: readonly (number | null)[],
): Promise<Map<number | null, string>> {
  const known = new Set(ids.flatMap((id) => id ?? []));
  const users: Pick<User, 'id' | 'username'>[] = await knex('users')
    .whereIn('id', [...known])
    .select('id', 'username');
  return new Map(users.map(({ id, username }) => [id, urls.user(username)]));
}

export function presentUserStatistics(user: User): z.infer<typeof userStatisticsShape> {
  const { translated, suggested, uploaded, commented } = user;
  // Languages a user chooses for himself are part of the profile, which accounts do not have yet.
  return { translated, suggested, uploaded, commented, languages: 0 };
}
