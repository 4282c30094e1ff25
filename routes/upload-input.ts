import { z } from 'zod';
import { type Caller, may } from '../models/access.ts';
import { closedRefusal, editPermission, mayReview } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';
import { denied, invalid, refuse } from './http/errors.ts';
import { optionalText } from './http/fields.ts';
import { upload } from './http/upload.ts';
import { methodChoices, methodRefusal, type UploadMethod } from './upload-methods.ts';

const conflictChoices = ['', 'ignore', 'replace-translated', 'replace-approved'] as const;
const fuzzyChoices = ['', 'process', 'approve'] as const;
const address = z.union([z.literal(''), z.email().max(190)]);

/** An upload; author and conflicts under both names that clients use, the first of each pair wins. */
export const uploadBody = z.object({
  file: upload(),
  method: z.enum(methodChoices).optional(),
  conflicts: z.enum(conflictChoices).optional(),
  conflict: z.enum(conflictChoices).optional(),
  overwrite: optionalText(10).optional().meta({ description: '`yes`: as conflicts `replace-translated`' }),
  fuzzy: z.enum(fuzzyChoices).optional(),
  author: optionalText(150).optional(),
  author_name: optionalText(150).optional(),
  email: address.optional(),
  author_email: address.optional(),
});

export type UploadInput = z.output<typeof uploadBody>;

/** How an upload meets the strings that are there. */
export interface UploadRules {
  method: UploadMethod;
  /** Whether translated and approved strings are overwritten. */
  overwrite: 'none' | 'translated' | 'approved';
  /** What becomes of strings that the file marks as unfinished. */
  fuzzy: (typeof fuzzyChoices)[number];
}

/** @throws {ApiError} 403 with the reason, for callers who may upload nothing here now */
export function authoriseUpload(caller: Caller, translation: FoundTranslation): void {
  const { component, is_source: isSource } = translation;
  const { project, is_glossary: isGlossary } = component;
  const wanted = [
    editPermission(translation),
    'suggestion.add',
    isGlossary ? 'glossary.add' : 'unit.add',
  ] as const;
  const isPermitted =
    may(caller, isGlossary ? 'glossary.upload' : 'upload.perform', project) &&
    wanted.some((permission) => may(caller, permission, project)) &&
    (!isSource || may(caller, 'source.edit', project));
  if (!isPermitted) {
    throw denied();
  }
  refuse(closedRefusal(caller, translation));
}

/** @throws {ApiError} 400 on what is not possible here or not allowed to the caller */
export function readRules(caller: Caller, translation: FoundTranslation, input: UploadInput): UploadRules {
  const method = input.method ?? 'translate';
  const conflicts = input.conflicts ?? input.conflict ?? (isYes(input.overwrite) ? 'replace-translated' : '');
  const overwrite = overwritten(conflicts);
  if (overwrite !== 'none' && !may(caller, 'upload.overwrite', translation.component.project)) {
    throw invalid('conflicts', 'You may not overwrite translations.');
  }
  if (overwrite === 'approved' && !mayReview(caller, translation)) {
    throw invalid('conflicts', 'You may not overwrite approved translations.');
  }
  const refusal = methodRefusal(caller, translation, method);
  if (refusal !== null) {
    throw invalid('method', refusal);
  }
  return { method, overwrite, fuzzy: input.fuzzy ?? '' };
}

/** An older client says `overwrite` with `yes` or `no`. */
function isYes(text: string | undefined): boolean {
  return /^(?:yes|true|on|1)$/i.test(text ?? '');
}

function overwritten(conflicts: (typeof conflictChoices)[number]): UploadRules['overwrite'] {
  if (conflicts === 'replace-translated') {
    return 'translated';
  }
  return conflicts === 'replace-approved' ? 'approved' : 'none';
}
