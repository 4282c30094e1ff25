import type { Knex } from 'knex';
import { CounterBatch } from '../models/counters.ts';
import { copyEdit, type Spread } from '../models/propagation.ts';
import { mayCopyTo } from '../models/unit-rights.ts';
import { User } from '../models/user.ts';
import type { ComponentJobs, OperationResult } from './component-jobs.ts';
import type { Ctx } from './job.ts';
import type { ActorSystem } from './system.ts';
import type { ComponentServices } from './workplace.ts';

/** What is left to do of the copies of an edit, as a job stores it. The rights are those that its user has when it runs. */
export type StoredSpread = Omit<Spread, 'mayEdit' | 'user'>;

/**
 * In the transaction of an edit, has a job make the copies that the transaction left over. The edits of a project are
 * copied one after the other, so that the last one stays.
 */
export async function goOnCopying(
  actors: ActorSystem,
  trx: Knex.Transaction,
  rest: Spread | null,
): Promise<void> {
  if (!rest?.user) {
    return;
  }
  const { unit, translation, component, author, target, state, at, after } = rest;
  const edit: StoredSpread = {
    unit: { content_hash: unit.content_hash, context: unit.context, source: unit.source },
    translation: {
      id: translation.id,
      language_id: translation.language_id,
      plural_id: translation.plural_id,
    },
    component: {
      id: component.id,
      project_id: component.project_id,
      source_language_id: component.source_language_id,
    },
    author: { id: author.id },
    target,
    state,
    at,
    after,
  };
  const payload: ComponentJobs['copy-edit']['payload'] = { component_id: component.id, edit };
  await actors.tell(`copies:${component.project_id}`, 'copy-edit', payload, { trx, userId: rest.user.id });
}

/** Makes the copies, a transaction at a time. What a crash leaves over is found once more: copies that are made stay as they are. */
export async function copyOn(
  ctx: Ctx,
  { db }: ComponentServices,
  { edit }: ComponentJobs['copy-edit']['payload'],
): Promise<OperationResult> {
  const user = ctx.userId === null ? undefined : await User.query(db.reader).findById(ctx.userId);
  if (!user?.is_active) {
    return { result: false, detail: 'The user who made the edit has no account any more.' };
  }
  const spread = { ...edit, user, mayEdit: mayCopyTo({ user }) };
  for (let rest: Spread | null = spread; rest !== null; ) {
    const next: Spread = rest;
    rest = await ctx.commit(async (trx) => {
      const counters = new CounterBatch();
      const left = await copyEdit(trx, counters, next);
      await counters.apply(trx);
      return left;
    });
    ctx.signal.throwIfAborted();
  }
  return { result: true };
}
