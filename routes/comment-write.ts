import { z } from 'zod';
import { may } from '../models/access.ts';
import { addComment, type Comment } from '../models/comment.ts';
import { User } from '../models/user.ts';
import { type FoundUnit, findUnit, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { denied, invalid } from './http/errors.ts';
import { moment, text } from './http/fields.ts';

export const commentBody = z.object({
  comment: text(1000),
  scope: z.enum(['report', 'global', 'translation']).meta({
    description: 'To this string, to its source string, or to that with the wish that somebody reviews it',
  }),
  timestamp: moment().optional().meta({ description: 'When it was said, for those who edit the project' }),
  user_email: text(190)
    .optional()
    .meta({ description: 'Address of who said it, for those who edit the project' }),
});

type CommentInput = z.output<typeof commentBody>;

/**
 * Adds a comment where `scope` says. Who edits the project may say when it was made and, by an address, by whom: for comments
 * that come from elsewhere.
 * @throws {ApiError} 403; 400 on `scope` or `user_email`
 */
export async function writeComment(call: Call, found: FoundUnit, input: CommentInput): Promise<Comment> {
  const user = signedIn(call.caller);
  const { project } = found.translation.component;
  const isImported = input.timestamp !== undefined || input.user_email !== undefined;
  if (isImported && !may(call.caller, 'project.edit', project)) {
    throw denied('Only those who edit the project may say when and by whom a comment was made.');
  }
  const unit = await scopedUnit(call, found, input.scope);
  const author = await authorOf(call, user, input.user_email);
  const { translation } = unit;
  const { component } = translation;
  const { comment, timestamp } = input;
  const about = { unit, translation, component, author, user, isReport: input.scope === 'report' };
  return call.services.db.transaction((trx) => addComment(trx, { ...about, comment, timestamp }));
}

/** The string that is commented on. */
async function scopedUnit(call: Call, unit: FoundUnit, scope: CommentInput['scope']): Promise<FoundUnit> {
  const { component } = unit.translation;
  const isSource = unit.source_unit_id === null || unit.source_unit_id === unit.id;
  if (scope === 'translation') {
    if (isSource) {
      throw invalid('scope', 'A source string is no translation: comments on it are "global".');
    }
    return unit;
  }
  if (scope === 'report' && !component.project.source_review) {
    throw invalid('scope', 'Source strings of this project are not reviewed.');
  }
  return isSource ? unit : findUnit(call, unit.source_unit_id!);
}

async function authorOf({ services }: Call, user: User, email: string | undefined): Promise<User> {
  if (email === undefined) {
    return user;
  }
  const author = await User.query(services.db.reader).findOne({ email: email.toLowerCase() });
  if (!author) {
    throw invalid('user_email', 'Nobody has this address here.', 'does_not_exist');
  }
  return author;
}
