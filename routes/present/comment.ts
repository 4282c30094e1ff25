import { z } from 'zod';
import type { Comment } from '../../models/comment.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';
import { userUrls } from './user.ts';

export const commentShape = z
  .object({ id: z.int(), comment: z.string(), timestamp: z.string(), user: z.string().nullable() })
  .meta({ id: 'Comment' });

export type CommentJson = z.infer<typeof commentShape>;

/** Presents `comments` in their order, with a fixed number of queries. */
export async function presentComments(viewer: Viewer, comments: readonly Comment[]): Promise<CommentJson[]> {
  const users = await userUrls(
    viewer,
    comments.map(({ user_id }) => user_id),
  );
  return comments.map(({ id, comment, timestamp, user_id }) => ({
    id,
    comment,
    timestamp: presentTime(timestamp),
    user: users.get(user_id) ?? null,
  }));
}
