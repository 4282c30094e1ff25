import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Database } from '../models/database.ts';
import { Job } from '../models/job.ts';
import { type Behaviour, Fenced, failureOf, JobFailed, JobTimeout } from './job.ts';
import { cancelJob, claimJob, dueKeys, insertJob, type JobName } from './job-rows.ts';
import { JobRun } from './job-run.ts';
import type { Mailbox } from './mailbox.ts';
import { Sweep } from './sweep.ts';

/** Where the system tells what an operator should know; pino's loggers fit. */
export interface SystemLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface TellOptions {
  /** A job with the same value that has not started takes this one's place. */
  dedupe?: string;
  /** Adds the job in the caller's transaction: it exists if and only if that transaction commits. */
  trx?: Knex.Transaction;
  /** Milliseconds since 1970; not before. */
  runAfter?: number;
  componentId?: number;
  userId?: number;
}

export interface SystemOptions {
  db: Database;
  mailbox: Mailbox;
  behaviour: Behaviour;
  log: SystemLog;
  /** Milliseconds between looks for due jobs that nobody was woken for. */
  sweepEvery?: number;
}

/** A waiter looks into the database this often even if nothing tells it that the job has moved. */
const pollEvery = 1000;

/**
 * Runs jobs: one at a time and in order for each key, keys side by side. The table `jobs` is the truth; a wake-up only
 * says "look there", so a crash, a lost or a doubled wake-up costs time and never a job.
 */
export class ActorSystem {
  #db: Database;
  #mailbox: Mailbox;
  #behaviour: Behaviour;
  #log: SystemLog;
  #sweep: Sweep;
  #moved = new EventEmitter();
  #runs = new Set<JobRun>();
  #stopping = new AbortController();

  constructor({ db, mailbox, behaviour, log, sweepEvery = 3000 }: SystemOptions) {
    this.#db = db;
    this.#mailbox = mailbox;
    this.#behaviour = behaviour;
    this.#log = log;
    this.#sweep = new Sweep(() => this.#wakeDue(), sweepEvery);
    this.#moved.setMaxListeners(0);
  }

  /** Starts to run jobs, those first that an earlier process left behind. */
  async start(): Promise<void> {
    await this.#mailbox.start((key) => this.#runNext(key));
    await this.#sweep.start();
  }

  /**
   * Lets running jobs finish for `grace` milliseconds, then aborts their signals. What still runs some seconds later
   * stays `running` in the database and is taken up by the next process.
   */
  async stop(grace = 25_000): Promise<void> {
    await this.#sweep.stop();
    const drained = this.#mailbox.stop();
    await within(grace, drained);
    this.#stopping.abort();
    for (const run of this.#runs) {
      run.abort();
    }
    await within(3000, drained);
  }

  /** Adds a job. Gives the waiting one instead when `dedupe` says so. */
  async tell(key: string, kind: string, payload: unknown, options: TellOptions = {}): Promise<JobName> {
    const { trx, dedupe, runAfter, componentId, userId } = options;
    const job = {
      uuid: randomUUID(),
      key,
      kind,
      payload,
      dedupe: dedupe ?? null,
      runAfter: runAfter ?? Date.now(),
      componentId: componentId ?? null,
      userId: userId ?? null,
    };
    if (trx) {
      const name = await insertJob(trx, job);
      // After a roll back there is no job to wake anybody for.
      trx.executionPromise.then(
        () => this.#wake(key),
        () => undefined,
      );
      return name;
    }
    const name = await this.#db.transaction((own) => insertJob(own, job));
    await this.#wake(key);
    return name;
  }

  /**
   * Adds a job and waits for its result.
   * @throws {JobFailed} with the job's text, attr and code
   * @throws {JobTimeout} when the job is not finished in time; it goes on
   */
  async ask(
    key: string,
    kind: string,
    payload: unknown,
    { timeoutMs, ...options }: Omit<TellOptions, 'trx'> & { timeoutMs: number },
  ): Promise<unknown> {
    const { id } = await this.tell(key, kind, payload, options);
    const job = await this.wait(id, () => false, timeoutMs);
    if (job.state === 'failed') {
      const { message, attr, code } = failureOf(job);
      throw new JobFailed(message, { attr, code });
    }
    if (job.state === 'cancelled') {
      throw new JobFailed('The job was cancelled.', { code: 'cancelled' });
    }
    return job.result;
  }

  /**
   * Waits until the job is as wanted (or finished, which is as far as it gets) and gives it.
   * @throws {JobTimeout} when that takes longer than `timeoutMs`, or the process stops
   */
  async wait(jobId: number, until: (job: Job) => boolean, timeoutMs: number): Promise<Job> {
    const giveUp = AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutMs)), this.#stopping.signal]);
    for (;;) {
      // Listen first, then look: a change between the two is not missed.
      const moved = this.#nextMove(jobId, giveUp);
      const job = await Job.query(this.#db.reader).findById(jobId);
      if (!job) {
        throw new JobFailed('The job no longer exists.', { code: 'not_found' });
      }
      if (job.isCompleted || until(job)) {
        return job;
      }
      if (giveUp.aborted) {
        throw new JobTimeout(job.uuid);
      }
      await moved;
    }
  }

  /** Ends a job that has not started. Gives false when it has. */
  async cancel(uuid: string): Promise<boolean> {
    const job = await cancelJob(this.#db.writer, uuid);
    if (job) {
      this.#moved.emit(String(job.id));
    }
    return job !== null;
  }

  async #nextMove(jobId: number, giveUp: AbortSignal): Promise<void> {
    const enough = new AbortController();
    const signal = AbortSignal.any([giveUp, enough.signal]);
    const first = [
      once(this.#moved, String(jobId), { signal }),
      delay(pollEvery, undefined, { signal, ref: false }),
    ];
    await Promise.race(first.map((promise) => promise.catch(() => undefined)));
    enough.abort();
  }

  /** A wake-up that cannot be sent is not worth an error: the next sweep sends it again. */
  async #wake(key: string): Promise<void> {
    try {
      await this.#mailbox.wake(key);
    } catch (error) {
      this.#log.error({ err: error, key }, 'wake-up not sent');
    }
  }

  #wakeLater(key: string, wait: number): void {
    delay(wait, undefined, { ref: false, signal: this.#stopping.signal }).then(
      () => this.#wake(key),
      () => undefined,
    );
  }

  async #wakeDue(): Promise<void> {
    try {
      for (const key of await dueKeys(this.#db.reader)) {
        await this.#wake(key);
      }
    } catch (error) {
      this.#log.error({ err: error }, 'looking for due jobs failed');
    }
  }

  /** Runs one job of the key, then goes to the end of the line, so that no key keeps others waiting. Never rejects. */
  async #runNext(key: string): Promise<void> {
    try {
      const job = await this.#db.transaction((trx) => claimJob(trx, key));
      if (!job) {
        return;
      }
      await this.#run(job);
      await this.#wake(key);
    } catch (error) {
      this.#log.error({ err: error, key }, 'running a job failed');
    }
  }

  async #run(job: Job): Promise<void> {
    const run = new JobRun(this.#db, job, () => this.#moved.emit(String(job.id)));
    this.#runs.add(run);
    try {
      const wait = await run.through(this.#behaviour, this.#log);
      if (wait > 0) {
        this.#wakeLater(job.key, wait);
      }
    } catch (error) {
      if (!(error instanceof Fenced)) {
        throw error;
      }
      this.#log.info({ key: job.key, uuid: job.uuid }, 'job taken over by another process');
    } finally {
      this.#runs.delete(run);
      this.#moved.emit(String(job.id));
    }
  }
}

/** Waits for `work`, but no longer than `time` milliseconds. */
async function within(time: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  const timer = delay(time, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([work, timer]);
  enough.abort();
}
