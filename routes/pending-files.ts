import { keyOf } from '../actors/component.ts';
import { JobTimeout } from '../actors/job.ts';
import type { Component } from '../models/component.ts';
import type { Call } from './http/endpoint.ts';
import { repositoryBusy } from './http/errors.ts';

/** How long a download waits for the commit of pending edits. */
const patienceMs = 60_000;

/** Has edits that wait written into their files: those of one translation, or of the whole component. */
export async function writePending(
  { services, caller, urls }: Call,
  component: Component,
  translationId?: number,
): Promise<void> {
  const payload = {
    component_id: component.id,
    translation_id: translationId,
    user_id: caller.user?.id ?? null,
  };
  try {
    await services.actors.ask(keyOf(component), 'commit', payload, {
      timeoutMs: patienceMs,
      componentId: component.id,
    });
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(`Edits wait to be written; try again later or follow ${urls.task(error.uuid)}.`);
    }
    throw error;
  }
}

/** Whether edits wait, of the translation or of any in the component. */
export async function hasPending(
  { services }: Call,
  where: { translation_id: number } | { component_id: number },
): Promise<boolean> {
  const row = await services.db.reader('pending_changes').where(where).first('id');
  return row !== undefined;
}
