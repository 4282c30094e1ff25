import type { Knex } from 'knex';
import { isMysql } from '../models/database.ts';
import { nextEpoch } from './fence.ts';
import type { Failure, Job } from './job.ts';
import { maxCrashes } from './retry.ts';

export interface NewJob {
  uuid: string;
  key: string;
  kind: string;
  payload: unknown;
  dedupe: string | null;
  runAfter: number;
  componentId: number | null;
  userId: number | null;
}

export interface JobName {
  id: number;
  uuid: string;
}

/** Adds a queued job, unless one with the same `dedupe` still waits: then gives that one. */
export async function insertJob(knex: Knex, job: NewJob): Promise<JobName> {
  const now = Date.now();
  const row = {
    uuid: job.uuid,
    key: job.key,
    kind: job.kind,
    payload: JSON.stringify(job.payload ?? null),
    state: 'queued',
    log: '',
    result: 'null',
    dedupe: job.dedupe,
    run_after: job.runAfter,
    created_at: now,
    updated_at: now,
    component_id: job.componentId,
    user_id: job.userId,
  };
  // A plain "ignore" would also hide a value that is too long; writing the equal value over itself locks the row found.
  await knex('jobs').insert(row).onConflict('dedupe').merge(['dedupe']);
  const same = job.dedupe === null ? { uuid: job.uuid } : { dedupe: job.dedupe };
  return knex('jobs').where(same).first('id', 'uuid');
}

/**
 * Takes the oldest job of the key that is due: queued, or left `running` by a process that died. Gives null when there
 * is none. Jobs that crashes cut off too often end here.
 */
export async function claimJob(trx: Knex.Transaction, key: string): Promise<Job | null> {
  const due = trx('jobs')
    .where({ key })
    .whereIn('state', ['queued', 'running'])
    .where('run_after', '<=', Date.now())
    .orderBy('id')
    .first();
  const row = await (isMysql(trx) ? due.forUpdate() : due);
  if (!row) {
    return null;
  }
  const epoch = await nextEpoch(trx, key);
  const crashes = row.state === 'running' ? row.crashes + 1 : row.crashes;
  if (crashes > maxCrashes) {
    const message = `The server stopped ${maxCrashes} times while this job was running; it will not be tried again.`;
    await trx('jobs')
      .where({ id: row.id })
      .update({ ...ended('failed', { message, attr: null, code: 'crashed' }), crashes });
    return claimJob(trx, key);
  }
  const claimed = { state: 'running', epoch, crashes, dedupe: null, updated_at: Date.now() };
  await trx('jobs').where({ id: row.id }).update(claimed);
  return readJob({ ...row, ...claimed });
}

/** Columns of a job that has reached its end. */
export function ended(state: 'done' | 'failed' | 'cancelled', result: unknown | Failure) {
  const now = Date.now();
  return {
    state,
    result: JSON.stringify(result ?? null),
    dedupe: null,
    updated_at: now,
    finished_at: now,
    ...(state === 'done' ? { progress: 100 } : {}),
  };
}

/** Keys that have a job to run or a claim that may be dead. */
export async function dueKeys(knex: Knex): Promise<string[]> {
  return knex('jobs')
    .distinct('key')
    .whereIn('state', ['queued', 'running'])
    .where('run_after', '<=', Date.now())
    .pluck('key');
}

export async function findJob(knex: Knex, where: { id: number } | { uuid: string }): Promise<Job | null> {
  const row = await knex('jobs').where(where).first();
  return row ? readJob(row) : null;
}

/** Ends a job that has not started. Gives false when it has, or when there is none. */
export async function cancelJob(knex: Knex, uuid: string): Promise<boolean> {
  const changed = await knex('jobs').where({ uuid, state: 'queued' }).update(ended('cancelled', null));
  return changed > 0;
}

/** Jobs that run before this one: those of the same key that are older and unfinished, the running one first. */
export async function jobsAhead(knex: Knex, job: Pick<Job, 'id' | 'key'>): Promise<Job[]> {
  const rows = await knex('jobs')
    .where({ key: job.key })
    .whereIn('state', ['queued', 'running'])
    .where('id', '<', job.id)
    .orderByRaw("CASE WHEN state = 'running' THEN 0 ELSE 1 END, id");
  return rows.map(readJob);
}

/** Forgets jobs that ended before `time` (milliseconds); gives how many. */
export async function removeEndedJobs(knex: Knex, time: number): Promise<number> {
  return knex('jobs').where('finished_at', '<', time).delete();
}

function readJob(row: Record<string, unknown>): Job {
  const { payload, result } = row as { payload: string; result: string };
  return { ...(row as unknown as Job), payload: JSON.parse(payload), result: JSON.parse(result) };
}
