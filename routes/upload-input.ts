import { z } from 'zod';
import { type Caller, may } from '../models/access.ts';
import { mayReview, translationRefusal } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';
import { denied, invalid } from './http/errors.ts';
import { optionalText } from './http/fields.ts';
import { upload } from './http/upload.ts';

const methodChoices = ['translate', 'approve', 'suggest', 'fuzzy', 'replace', 'source', 'add'] as const;
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
  method: 'translate' | 'approve' | 'fuzzy' | 'replace';
  /** Whether translated and approved strings are overwritten. */
  overwrite: 'none' | 'translated' | 'approved';
  /** What becomes of strings that the file marks as unfinished. */
  fuzzy: (typeof fuzzyChoices)[number];
}

/** @throws {ApiError} 403 with the reason, for callers who may upload nothing here now */
export function authoriseUpload(caller: Caller, translation: FoundTranslation): void {
  const { component, is_source: isSource } = translation;
  const { project } = component;
  if (!may(caller, component.is_glossary ? 'glossary.upload' : 'upload.perform', project)) {
    throw denied();
  }
  if (isSource && !may(caller, 'source.edit', project)) {
    throw denied();
  }
  const refusal = translationRefusal(caller, translation);
  if (refusal !== null) {
    throw denied(refusal);
  }
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
  return { method: availableMethod(caller, translation, method), overwrite, fuzzy: input.fuzzy ?? '' };
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

function availableMethod(
  caller: Caller,
  translation: FoundTranslation,
  method: (typeof methodChoices)[number],
): UploadRules['method'] {
  if (method === 'suggest' || method === 'source' || method === 'add') {
    throw invalid('method', `This server takes no uploads by the method "${method}".`);
  }
  if (translation.filename === '') {
    throw invalid('method', 'This translation has no file of its own.');
  }
  if (method === 'approve' && !mayReview(caller, translation)) {
    throw invalid('method', 'Approving strings needs reviews to be on, and the right to review.');
  }
  if (method === 'replace' && !mayReplace(caller, translation)) {
    throw invalid('method', 'You may not replace the file.');
  }
  return method;
}

function mayReplace(caller: Caller, { component }: FoundTranslation): boolean {
  const { project } = component;
  const editing = ['unit.add', 'unit.delete', 'unit.edit'] as const;
  return (
    may(caller, 'component.edit', project) || editing.every((permission) => may(caller, permission, project))
  );
}
