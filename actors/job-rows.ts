import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isMysql } from '../models/database.ts';
import { Job } from '../models/job.ts';
import { nextEpoch } from './fence.ts';
import { maxCrashes } from './retry.ts';

export interface NewJob {
  uuid: string;
  key: string;
  kind: string;
  payload: unknown;
  dedupe: string | null;
  /** Milliseconds since 1970. */
  runAfter: number;
  componentId: number | null;
  userId: number | null;
}

export interface JobName {
  id: number;
  uuid: string;
}

/** Adds a queued job, unless one with the same `dedupe` still waits: then gives that one. */
export async function insertJob(trx: Knex.Transaction, job: NewJob): Promise<JobName> {
  const now = Date.now();
  // A plain "ignore" would also hide a value that is too long; writing the equal value over itself locks the row found.
  await Job.query(trx)
    .insert({
      uuid: job.uuid,
      key: job.key,
      kind: job.kind,
      payload: job.payload,
      state: 'queued',
      dedupe: job.dedupe,
      run_after: job.runAfter,
      created_at: now,
      updated_at: now,
      component_id: job.componentId,
      user_id: job.userId,
    })
    .onConflict('dedupe')
    .merge(['dedupe']);
  const same = job.dedupe === null ? { uuid: job.uuid } : { dedupe: job.dedupe };
  const { id, uuid } = await Job.query(trx).findOne(same).select('id', 'uuid').throwIfNotFound();
  return { id, uuid };
}

/**
 * Takes the oldest job of the key that is due: queued, or left `running` by a process that died. Gives null when there
 * is none. Jobs that crashes cut off too often end here.
 */
export async function claimJob(trx: Knex.Transaction, key: string): Promise<Job | null> {
  const due = Job.query(trx)
    .where({ key })
    .whereIn('state', ['queued', 'running'])
    .where('run_after', '<=', Date.now())
    .orderBy('id')
    .first();
  const job = await (isMysql(trx) ? due.forUpdate() : due);
  if (!job) {
    return null;
  }
  const epoch = await nextEpoch(trx, key);
  const crashes = job.state === 'running' ? job.crashes + 1 : job.crashes;
  if (crashes > maxCrashes) {
    const message = `The server stopped ${maxCrashes} times while this job was running; it will not be tried again.`;
    const failure = { message, attr: null, code: 'crashed' };
    await job.$query(trx).patch({ ...ended('failed', failure), crashes });
    return claimJob(trx, key);
  }
  await job.$query(trx).patch({ state: 'running', epoch, crashes, dedupe: null, updated_at: Date.now() });
  return job;
}

/** Columns of a job that has reached its end. */
export function ended(state: 'done' | 'failed' | 'cancelled', result: unknown): Partial<Job> {
  const now = Date.now();
  return {
    state,
    result: result ?? null,
    dedupe: null,
    updated_at: now,
    finished_at: now,
    ...(state === 'done' ? { progress: 100 } : {}),
  };
}

/** Keys that have a job to run, or a claim that may be dead. */
export async function dueKeys(knex: Knex): Promise<string[]> {
  const rows = await Job.query(knex)
    .distinct('key')
    .whereIn('state', ['queued', 'running'])
    .where('run_after', '<=', Date.now());
  return rows.map(({ key }) => key);
}

/** Ends a job that has not started. Gives it, or null when it has started or there is none. */
export async function cancelJob(knex: Knex, uuid: string): Promise<Job | null> {
  const changed = await Job.query(knex).where({ uuid, state: 'queued' }).patch(ended('cancelled', null));
  return changed > 0 ? ((await Job.query(knex).findOne({ uuid })) ?? null) : null;
}

/**
 * What runs before this job: the older unfinished ones of its key, the running one first. Those that are put off until
 * after it is due do not count.
 */
export async function jobsAhead(knex: Knex, job: Pick<Job, 'id' | 'key' | 'run_after'>): Promise<Job[]> {
  return Job.query(knex)
    .where({ key: job.key })
    .whereIn('state', ['queued', 'running'])
    .where('id', '<', job.id)
    .where('run_after', '<=', Math.max(Date.now(), job.run_after))
    .orderByRaw("CASE WHEN state = 'running' THEN 0 ELSE 1 END, id");
}

/** Forgets jobs that ended before `time` (milliseconds); gives how many. */
export async function removeEndedJobs(knex: Knex, time: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const old = await Job.query(knex).select('id').where('finished_at', '<', time).limit(removedTogether);
    if (old.length === 0) {
      return removed;
    }
    removed += await Job.query(knex)
      .whereIn(
        'id',
        old.map(({ id }) => id),
      )
      .delete();
    await pause();
  }
}

/** In one statement; saves get their turn between two of them. */
const removedTogether = 500;
