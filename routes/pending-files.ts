import type { Component } from '../models/component.ts';
import { askActor } from './ask-actor.ts';
import type { Call } from './http/endpoint.ts';

/** Has edits that wait written into their files: those of one translation, or of the whole component. */
export async function writePending(call: Call, component: Component, translationId?: number): Promise<void> {
  const particulars = translationId === undefined ? {} : { translation_id: translationId };
  await askActor(call, component, 'commit', particulars, {
    busy: (task) => `Edits wait to be written; try again later or follow ${task}.`,
  });
}

/** Whether edits wait, of the translation or of any in the component. */
export async function hasPending(
  { services }: Call,
  where: { translation_id: number } | { component_id: number },
): Promise<boolean> {
  const row = await services.db.reader('pending_changes').where(where).first('id');
  return row !== undefined;
}
