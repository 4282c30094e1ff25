import { z } from 'zod';
import { defaultMessages } from '../../actors/message-variables.ts';
import type { Inheritable } from '../../models/inheritable.ts';

/** Templates of commit messages, in answers. */
export const messageShapes = {
  commit_message: z.string(),
  add_message: z.string(),
  delete_message: z.string(),
  merge_message: z.string(),
  addon_message: z.string(),
  pull_message: z.string(),
};

type MessageSettings = Pick<Inheritable, keyof typeof messageShapes>;

/** The templates that count: those of the settings, or the server's own where they are empty. */
export function presentMessages(settings: MessageSettings): MessageSettings {
  return {
    commit_message: settings.commit_message || defaultMessages.commit,
    add_message: settings.add_message || defaultMessages.add,
    delete_message: settings.delete_message || defaultMessages.delete,
    merge_message: settings.merge_message || defaultMessages.merge,
    addon_message: settings.addon_message || defaultMessages.addon,
    pull_message: settings.pull_message || defaultMessages.pull,
  };
}
