import { z } from 'zod';
import type { Comment } from '../../models/comment.ts';
import { User } from '../../models/user.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';

export const commentShape = z
  .object({ id: z.int(), comment: z.string(), timestamp: z.string(), user: z.string().nullable() })
  .meta({ id: 'Comment' });

export type CommentJson = z.infer<typeof commentShape>;

/** Presents `comments` in their order, with a fixed number of queries. */
export async function presentComments(
  { knex, urls }: Viewer,
  comments: readonly Comment[],
): Promise<CommentJson[]> {
  const ids = comments.flatMap(({ user_id }) => user_id ?? []);
  const users = await User.query(knex)
    .findByIds([...new Set(ids)])
    .select('id', 'username');
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return comments.map(({ id, comment, timestamp, user_id }) => {
    const name = names.get(user_id ?? 0);
    return {
      id,
      comment,
      timestamp: presentTime(timestamp),
      user: name === undefined ? null : urls.user(name),
    };
  });
}
