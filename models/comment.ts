import type { Knex } from 'knex';
import { action } from './actions.ts';
import { insertChanges } from './change.ts';
import { countContribution } from './contribution.ts';
import { adjustCounters } from './counters.ts';
import { differenceOf } from './counts.ts';
import { Row } from './row.ts';
import { reportSource, type SourceReport } from './source-report.ts';
import { Unit } from './unit.ts';
import type { User } from './user.ts';

/** What somebody says about a string. */
export class Comment extends Row {
  static override tableName = 'comments';
  static override booleans = ['resolved'];

  declare id: number;
  declare unit_id: number;
  declare user_id: number | null;
  declare comment: string;
  /** Milliseconds. */
  declare timestamp: number;
  declare resolved: boolean;
}

/** What to say of a string; `user` is who acts. */
export interface NewComment extends SourceReport {
  comment: string;
  /** Who says it. */
  author: Pick<User, 'id'>;
  /** Asks for a review of the source string that this is about. */
  isReport: boolean;
  /** When it was said, milliseconds; now when left out. The history tells when it came here. */
  timestamp?: number | undefined;
}

/** Adds a comment to a string, tells the history, and counts the string as one with comments. */
export async function addComment(trx: Knex.Transaction, added: NewComment): Promise<Comment> {
  const { component, translation, unit, comment, author, user } = added;
  const before = await Unit.query(trx).findById(unit.id).forUpdate().throwIfNotFound();
  await countContribution(trx, added, 'commented');
  if (added.isReport) {
    await reportSource(trx, added);
  }
  const now = Date.now();
  const timestamp = added.timestamp ?? now;
  const row = { unit_id: unit.id, user_id: author.id, comment, timestamp, resolved: false };
  const stored = await Comment.query(trx).insertAndFetch(row);
  await insertChanges(trx, [
    {
      action: action.COMMENT,
      project_id: component.project_id,
      component_id: component.id,
      translation_id: translation.id,
      language_id: translation.language_id,
      unit_id: unit.id,
      user_id: user.id,
      author_id: author.id,
      details: { comment },
      timestamp: now,
    },
  ]);
  if (!before.has_comment) {
    await Unit.query(trx).findById(unit.id).patch({ has_comment: true });
  }
  const delta = differenceOf(before, Object.assign(before.$clone(), { has_comment: true }));
  await adjustCounters(trx, translation.id, delta, { at: now, authorId: author.id });
  return stored;
}

/** Gives a string the comments of another one; its mark and the counters are left to the caller. */
export async function takeComments(trx: Knex.Transaction, from: number, to: number): Promise<void> {
  await trx('comments').where('unit_id', from).update({ unit_id: to });
}
