import { z } from 'zod';
import { codeStyleChoices, newLangChoices } from './choices.ts';
import { optionalText } from './http/fields.ts';

/** Flags as the API writes them: names with optional values, comma separated. */
export function flags() {
  return optionalText().refine(areFlags, {
    message: 'The flags cannot be read: use name or name:value, comma separated.',
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
  commit_message: optionalText().optional(),
  add_message: optionalText().optional(),
  delete_message: optionalText().optional(),
  merge_message: optionalText().optional(),
  addon_message: optionalText().optional(),
  pull_message: optionalText().optional(),
};

const flagPattern = /^\s*[A-Za-z][\w-]*\s*(?::(?:"(?:\\.|[^"\\])*"|[^",])*)?$/s;

function areFlags(text: string): boolean {
  const parts = text.match(/(?:"(?:\\.|[^"\\])*"|[^,"]|")+/gs) ?? [];
  return parts.every((part) => part.trim() === '' || flagPattern.test(part));
}
