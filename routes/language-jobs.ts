import type { ComponentJobs } from '../actors/component-jobs.ts';
import { askActor, demandDone, type Particulars } from './ask-actor.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';

/**
 * Adds a language to a component or removes one, and waits for the commit.
 * @throws {ApiError} 400 on what the job finds wrong, 423 while the repository is busy
 */
export function askForLanguage<Kind extends 'add-translation' | 'remove-translation'>(
  call: Call,
  component: FoundComponent,
  kind: Kind,
  particulars: Particulars<Kind>,
): Promise<ComponentJobs[Kind]['result']> {
  return askActor(call, component, kind, particulars, {
    failed({ attr, message, code }) {
      throw invalid(attr ?? 'language_code', message, code);
    },
  });
}

/** @throws {ApiError} 423 when the repository does not allow it now */
export async function removeLanguage(
  call: Call,
  component: FoundComponent,
  translationId: number,
): Promise<void> {
  const particulars = { translation_id: translationId };
  demandDone(await askForLanguage(call, component, 'remove-translation', particulars));
}
