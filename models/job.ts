import { Row } from './row.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** A message to an actor, and what came of it. */
export class Job extends Row {
  static override tableName = 'jobs';
  static override json = ['payload', 'result'];
  static override initial = { payload: {}, log: '' };

  declare id: number;
  declare uuid: string;
  /** Actor that runs it, such as `component:5`. */
  declare key: string;
  declare kind: string;
  declare payload: unknown;
  declare state: JobState;
  declare step: string;
  /** Percent. */
  declare progress: number;
  declare log: string;
  declare result: unknown;
  /** Runs that ended in an error. */
  declare attempt: number;
  /** Runs that a crash cut off. */
  declare crashes: number;
  declare epoch: number;
  declare dedupe: string | null;
  declare run_after: number;
  declare created_at: number;
  declare updated_at: number;
  declare finished_at: number | null;
  declare component_id: number | null;
  declare user_id: number | null;

  /** Ended, in whatever way. */
  get isCompleted(): boolean {
    return this.state !== 'queued' && this.state !== 'running';
  }
}
