import type { Knex } from 'knex';
import type { Durability } from '../models/database.ts';
import type { Job } from '../models/job.ts';

/** Why a job ended in the state `failed`, as stored in `jobs.result`. */
export interface Failure {
  message: string;
  /** Name of the setting or request field that is to blame. */
  attr: string | null;
  code: string;
}

/** What a behaviour may use while it runs one job. */
export interface Ctx {
  readonly key: string;
  readonly jobId: number;
  readonly uuid: string;
  /** 1 for the first try; grows with errors, not with crashes. */
  readonly attempt: number;
  /** How many runs of this job a crash cut off: above zero, look for what they left behind. */
  readonly crashes: number;
  readonly epoch: number;
  /** When the job was asked for: the fixed date of what it writes, so that a second run writes the same. */
  readonly createdAt: Date;
  readonly componentId: number | null;
  readonly userId: number | null;
  /** Aborts when the process stops: end early, the job runs again in the next process. */
  readonly signal: AbortSignal;
  /** Runs `work` in a transaction. @throws {Fenced} when somebody has claimed the key since. */
  commit<T>(work: (trx: Knex.Transaction) => Promise<T>, durability?: Durability): Promise<T>;
  /**
   * The last `commit` of a job: with it the job is done, and what `work` gives is its result. For work that must not
   * happen twice: a crash comes either before all of it or after the end of the job.
   */
  finish<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
  /** Percent done, with a line for the log if given. Written within a quarter of a second. */
  progress(percent: number, line?: string): void;
  log(line: string): void;
  /** Names what is under way, such as `fetch`. */
  step(name: string): void;
}

/** Does the work of one job; what it returns is the job's result. It may run again after a crash. */
export type Behaviour = (ctx: Ctx, kind: string, payload: unknown) => Promise<unknown>;

/** The asker's mistake, or an end that trying again cannot change: the job fails at once with this text. */
export class JobFailed extends Error {
  override name = 'JobFailed';
  readonly attr: string | null;
  readonly code: string;

  constructor(message: string, options: { attr?: string | null; code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.attr = options.attr ?? null;
    this.code = options.code ?? 'invalid';
  }
}

/** The job was still unfinished when the time to wait for it was over; it goes on and can be asked for by `uuid`. */
export class JobTimeout extends Error {
  override name = 'JobTimeout';
  readonly uuid: string;

  constructor(uuid: string) {
    super(`Job ${uuid} is still unfinished.`);
    this.uuid = uuid;
  }
}

/** A newer claim of the same key exists: whoever gets this must stop and leave the job alone. */
export class Fenced extends Error {
  override name = 'Fenced';

  constructor(key: string) {
    super(`The actor ${key} has been claimed again.`);
  }
}

/** What a finished job answers: the result of a good end, the text of a bad one, null before the end. */
export function taskResult(job: Pick<Job, 'state' | 'result'>): unknown {
  if (job.state === 'failed') {
    return failureOf(job).message;
  }
  return job.state === 'done' ? job.result : null;
}

/** The failure of a failed job. */
export function failureOf(job: Pick<Job, 'result'>): Failure {
  const { message, attr, code } = Object(job.result);
  return {
    message: typeof message === 'string' ? message : 'The job failed.',
    attr: typeof attr === 'string' ? attr : null,
    code: typeof code === 'string' ? code : 'invalid',
  };
}
