import { defaultMessages } from '../../actors/message-variables.ts';
import type { Inheritable } from '../../models/inheritable.ts';

type MessageSettings = Pick<
  Inheritable,
  'commit_message' | 'add_message' | 'delete_message' | 'merge_message' | 'addon_message' | 'pull_message'
>;

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
