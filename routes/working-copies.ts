import { keyOf } from '../actors/component.ts';
import type { OperationResult } from '../actors/component-jobs.ts';
import { JobFailed, JobTimeout } from '../actors/job.ts';
import { copyFolder, hasCopy } from '../actors/working-copy.ts';
import type { Component } from '../models/component.ts';
import type { Call } from './http/endpoint.ts';
import { repositoryBusy } from './http/errors.ts';

/** How long a request waits for a working copy that is made anew. */
const patienceMs = 60_000;

/**
 * The folder of the working copy of a component that has been read before. A copy that was lost is made anew first.
 * @throws {ApiError} 423 when that takes too long or cannot be done now
 */
export async function openedCopy(call: Call, component: Component): Promise<string> {
  const folder = copyFolder(call.services.config.vcsFolder, component.ownerId);
  if (await hasCopy(folder)) {
    return folder;
  }
  // Every job begins with that; this one does little else.
  const detail = await askFor(call, component);
  if (!(await hasCopy(folder))) {
    throw repositoryBusy(`The repository is not available at the moment: ${detail}`);
  }
  return folder;
}

/** What the actor says about it. */
async function askFor({ services, urls }: Call, component: Component): Promise<string> {
  const payload = { component_id: component.id };
  const options = { timeoutMs: patienceMs, componentId: component.id };
  try {
    const result = await services.actors.ask(keyOf(component), 'fetch', payload, options);
    return (result as OperationResult).detail ?? '';
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(`The repository is being made anew; follow ${urls.task(error.uuid)}.`);
    }
    if (error instanceof JobFailed) {
      return error.message;
    }
    throw error;
  }
}
