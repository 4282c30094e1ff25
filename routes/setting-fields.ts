import { z } from 'zod';
import { MessageError } from '../actors/message-tree.ts';
import { checkMessage, defaultMessages, type MessageKind } from '../actors/message-variables.ts';
import { validateFlags } from '../checks/flag-rules.ts';
import { FlagError } from '../checks/flag-syntax.ts';
import { codeStyleChoices, newLangChoices } from './choices.ts';
import { optionalText } from './http/fields.ts';

/** Flags as the API takes and writes them: known names with right values, stored in their normal form. */
export function flags() {
  return optionalText().check((payload) => {
    try {
      payload.value = validateFlags(payload.value);
    } catch (error) {
      if (!(error instanceof FlagError)) {
        throw error;
      }
      payload.issues.push({ code: 'custom', input: payload.value, message: error.message });
    }
  });
}

/** Settings that projects, categories and components all have; every one may be left out. */
export const sharedSettings = {
  check_flags: flags().optional(),
  license: optionalText(150).optional(),
  agreement: optionalText().optional(),
  new_lang: z.enum(newLangChoices).optional(),
  language_code_style: z.enum(codeStyleChoices).optional(),
  secondary_language: z.int().nullable().optional().meta({ description: 'Id of a language' }),
  commit_message: message('commit').optional(),
  add_message: message('add').optional(),
  delete_message: message('delete').optional(),
  merge_message: message('merge').optional(),
  addon_message: message('addon').optional(),
  pull_message: message('pull').optional(),
};

/** A template of a message; the one that counts anyway is stored as empty, so that it may change with the server. */
function message(kind: MessageKind) {
  return optionalText(10_000)
    .check((payload) => {
      try {
        checkMessage(kind, payload.value);
      } catch (error) {
        if (!(error instanceof MessageError)) {
          throw error;
        }
        payload.issues.push({ code: 'custom', input: payload.value, message: error.message });
      }
    })
    .overwrite((value) => (value === defaultMessages[kind].trim() ? '' : value));
}
