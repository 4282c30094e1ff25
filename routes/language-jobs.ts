import { keyOf } from '../actors/component.ts';
import type { ComponentJobs } from '../actors/component-jobs.ts';
import { JobFailed, JobTimeout } from '../actors/job.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid, repositoryBusy } from './http/errors.ts';

/** Longest wait for the commit that adds or removes a file; it goes on after that. */
const patienceMs = 60_000;

/**
 * Adds a language to a component or removes one, and waits for the commit.
 * @throws {ApiError} 400 on what the job finds wrong, 423 while the repository is busy
 */
export async function askForLanguage<Kind extends 'add-translation' | 'remove-translation'>(
  { services, caller, urls }: Call,
  component: FoundComponent,
  kind: Kind,
  payload: ComponentJobs[Kind]['payload'],
): Promise<ComponentJobs[Kind]['result']> {
  const job = { ...payload, user_id: caller.user?.id ?? null };
  const options = { timeoutMs: patienceMs, componentId: component.id };
  try {
    return (await services.actors.ask(keyOf(component), kind, job, options)) as ComponentJobs[Kind]['result'];
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(`The repository is busy; the work goes on as ${urls.task(error.uuid)}.`);
    }
    if (error instanceof JobFailed) {
      throw invalid(error.attr ?? 'language_code', error.message, error.code);
    }
    throw error;
  }
}

/** @throws {ApiError} 423 when the repository does not allow it now */
export async function removeLanguage(
  call: Call,
  component: FoundComponent,
  translationId: number,
): Promise<void> {
  const payload = { component_id: component.id, translation_id: translationId };
  const { result, detail } = await askForLanguage(call, component, 'remove-translation', payload);
  if (!result) {
    throw repositoryBusy(detail ?? 'The repository does not allow it now.');
  }
}
