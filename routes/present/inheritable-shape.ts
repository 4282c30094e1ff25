import { z } from 'zod';
import { messageShapes } from './messages.ts';

/** Settings that projects and categories hand down to what is in them, in answers. */
export const inheritableShapes = {
  license: z.string(),
  agreement: z.string(),
  new_lang: z.string(),
  language_code_style: z.string(),
  secondary_language: z.int().nullable(),
  ...messageShapes,
};
