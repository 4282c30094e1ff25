import type { Knex } from 'knex';
import { FormatError } from '../adapters/adapter.ts';
import type { Database, Durability } from '../models/database.ts';
import { Job } from '../models/job.ts';
import { checkEpoch } from './fence.ts';
import { GitError } from './git-error.ts';
import { type Behaviour, type Ctx, type Failure, Fenced, JobFailed } from './job.ts';
import { JobLog } from './job-log.ts';
import { ended } from './job-rows.ts';
import { backOff, maxAttempts } from './retry.ts';

/** One run of a claimed job: gives the behaviour its `Ctx` and writes how the run ended. */
export class JobRun {
  #db: Database;
  #job: Job;
  #log: JobLog;
  #abort = new AbortController();
  #isFinished = false;

  /** @param moved called after each write of something that can be seen from outside */
  constructor(db: Database, job: Job, moved: () => void) {
    this.#db = db;
    this.#job = job;
    const { id, epoch, step, progress, log } = job;
    this.#log = new JobLog({ step, progress, log }, async (visible) => {
      // Only news for those who watch: if it cannot be written now, the next write or the end brings it.
      await Job.query(db.writer)
        .where({ id, epoch, state: 'running' })
        .patch({ ...visible, updated_at: Date.now() })
        .catch(() => undefined);
      moved();
    });
  }

  /** The process stops: the behaviour shall end early, to be run again by the next process. */
  abort(): void {
    this.#abort.abort();
  }

  /**
   * Gives the milliseconds after which the job shall run again, 0 for not at all.
   * @throws {Fenced} when the job belongs to somebody else now
   */
  async through(
    behaviour: Behaviour,
    log: { error(fields: object, message: string): void },
  ): Promise<number> {
    const { kind, payload, uuid, key } = this.#job;
    try {
      const result = await behaviour(this.#ctx(), kind, payload);
      if (!this.#isFinished) {
        await this.#end(ended('done', result));
      }
      return 0;
    } catch (error) {
      if (this.#isFinished) {
        throw error;
      }
      if (error instanceof Fenced) {
        this.#abort.abort(error);
        await this.#log.close();
        throw error;
      }
      if (this.#abort.signal.aborted) {
        await this.#end({ state: 'queued', run_after: Date.now() });
        return 0;
      }
      if (!isExpected(error)) {
        log.error({ err: error, uuid, key, kind }, 'job failed');
      }
      return this.#fail(error);
    }
  }

  #ctx(): Ctx {
    const job = this.#job;
    return {
      key: job.key,
      jobId: job.id,
      uuid: job.uuid,
      attempt: job.attempt + 1,
      crashes: job.crashes,
      epoch: job.epoch,
      createdAt: new Date(job.created_at),
      componentId: job.component_id,
      userId: job.user_id,
      signal: this.#abort.signal,
      commit: (work, durability) => this.#commit(work, durability),
      finish: (work) => this.#finish(work),
      progress: (percent, line) => {
        this.#log.change({ progress: Math.max(0, Math.min(99, Math.floor(percent))) });
        if (line !== undefined) {
          this.#log.addLine(line);
        }
      },
      log: (line) => this.#log.addLine(line),
      step: (name) => this.#log.change({ step: name }),
    };
  }

  #commit<T>(work: (trx: Knex.Transaction) => Promise<T>, durability?: Durability): Promise<T> {
    const { key, epoch } = this.#job;
    return this.#db.transaction(async (trx) => {
      await checkEpoch(trx, key, epoch);
      return work(trx);
    }, durability);
  }

  async #finish<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
    const result = await this.#commit(async (trx) => {
      const value = await work(trx);
      await this.#write(trx, ended('done', value));
      return value;
    });
    this.#isFinished = true;
    await this.#log.close();
    return result;
  }

  async #fail(error: unknown): Promise<number> {
    const attempt = this.#job.attempt + 1;
    const failure = describe(error, this.#job.uuid);
    this.#log.addLine(failure.message);
    if (error instanceof JobFailed || attempt >= maxAttempts) {
      await this.#end({ ...ended('failed', failure), attempt });
      return 0;
    }
    const wait = backOff(attempt);
    await this.#end({ state: 'queued', attempt, run_after: Date.now() + wait });
    return wait;
  }

  async #end(changes: Partial<Job>): Promise<void> {
    await this.#log.close();
    await this.#commit((trx) => this.#write(trx, changes));
  }

  async #write(trx: Knex.Transaction, changes: Partial<Job>): Promise<void> {
    await Job.query(trx)
      .findById(this.#job.id)
      .patch({ ...this.#log.visible, updated_at: Date.now(), ...changes });
  }
}

function isExpected(error: unknown): error is JobFailed | GitError | FormatError {
  return error instanceof JobFailed || error instanceof GitError || error instanceof FormatError;
}

/** The text for the one who asked; of an error of ours only where to find it in the log. */
function describe(error: unknown, uuid: string): Failure {
  if (error instanceof JobFailed) {
    return { message: error.message, attr: error.attr, code: error.code };
  }
  if (isExpected(error)) {
    return { message: error.message, attr: null, code: 'failed' };
  }
  return {
    message: `Unexpected error; the log of the server has it under ${uuid}.`,
    attr: null,
    code: 'error',
  };
}
