import { keyOf } from '../actors/component.ts';
import type { ComponentJobKind, ComponentJobs, OperationResult } from '../actors/component-jobs.ts';
import { JobFailed, JobTimeout } from '../actors/job.ts';
import type { Component } from '../models/component.ts';
import type { Call } from './http/endpoint.ts';
import { repositoryBusy } from './http/errors.ts';

/** Longest wait of a request for the actor of a component; the job goes on after that. */
export const patienceMs = 60_000;

/** A job's payload, besides the component. Who asks is the caller unless it says otherwise. */
export type Particulars<Kind extends ComponentJobKind> = Kind extends unknown
  ? Omit<ComponentJobs[Kind]['payload'], 'component_id'>
  : never;

interface Asking<Result> {
  /** What the caller reads when the wait is over; `task` is where he can follow the job. */
  busy?(task: string): string;
  /** What a job that failed answers. Where it is left out, a failure is a mistake of the server's. */
  failed?(failure: JobFailed): Result | Promise<Result>;
  timeoutMs?: number;
  /** The job is the caller's own: he may call it off before it begins. */
  isOwn?: boolean;
}

/**
 * Has the actor of a component do one job, and waits for what it gives.
 * @throws {ApiError} 423 when it is not over in time: something else holds the repository
 */
export async function askActor<Kind extends ComponentJobKind>(
  { services, caller, urls }: Call,
  component: Component,
  kind: Kind,
  particulars: Particulars<Kind>,
  { busy = goesOn, failed, timeoutMs = patienceMs, isOwn = false }: Asking<ComponentJobs[Kind]['result']>,
): Promise<ComponentJobs[Kind]['result']> {
  const userId = caller.user?.id ?? null;
  const payload = { component_id: component.id, user_id: userId, ...particulars };
  const options = { timeoutMs, componentId: component.id, ...(isOwn && userId !== null ? { userId } : {}) };
  try {
    const result = await services.actors.ask(keyOf(component), kind, payload, options);
    return result as ComponentJobs[Kind]['result'];
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(busy(urls.task(error.uuid)));
    }
    if (failed && error instanceof JobFailed) {
      return failed(error);
    }
    throw error;
  }
}

function goesOn(task: string): string {
  return `The repository is busy; the work goes on as ${task}.`;
}

/** @throws {ApiError} 423 unless the operation was done: the state of the repository does not allow it */
export function demandDone({ result, detail }: OperationResult): void {
  if (!result) {
    throw repositoryBusy(detail ?? 'The repository does not allow it now.');
  }
}
