import { copyFolder, hasCopy } from '../actors/working-copy.ts';
import type { Component } from '../models/component.ts';
import { askActor } from './ask-actor.ts';
import type { Call } from './http/endpoint.ts';
import { repositoryBusy } from './http/errors.ts';

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
async function askFor(call: Call, component: Component): Promise<string> {
  // A copy that was lost is nobody's doing: the history names nobody.
  const { detail } = await askActor(
    call,
    component,
    'fetch',
    { user_id: null },
    {
      busy: (task) => `The repository is being made anew; follow ${task}.`,
      failed: ({ message }) => ({ result: false, detail: message }),
    },
  );
  return detail ?? '';
}
