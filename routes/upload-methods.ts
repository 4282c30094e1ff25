import { adapterById } from '../adapters/registry.ts';
import { type Caller, may } from '../models/access.ts';
import { suggestingRefusal } from '../models/suggestion-rights.ts';
import { mayReview, stringRefusal, translationRefusal, votingRefusal } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';

/** What an upload does with the strings of its file. */
export const methodChoices = [
  'translate',
  'approve',
  'suggest',
  'fuzzy',
  'replace',
  'source',
  'add',
] as const;

export type UploadMethod = (typeof methodChoices)[number];

/** Why the caller may not upload by this method here; null: he may. */
export function methodRefusal(
  caller: Caller,
  translation: FoundTranslation,
  method: UploadMethod,
): string | null {
  if (translation.filename === '' && method !== 'source') {
    return 'This translation has no file of its own.';
  }
  switch (method) {
    case 'translate':
    case 'fuzzy':
      return translationRefusal(caller, translation);
    case 'approve':
      return mayReview(caller, translation)
        ? translationRefusal(caller, translation)
        : 'Approving strings needs reviews to be on, and the right to review.';
    case 'suggest':
      return suggestingRefusal(caller, translation);
    case 'add':
      return stringRefusal(caller, translation, 'add');
    case 'replace':
      return mayReplace(caller, translation)
        ? votingRefusal(caller, translation)
        : 'You may not replace the file.';
    case 'source':
      return sourceRefusal(translation);
  }
}

function mayReplace(caller: Caller, { component }: FoundTranslation): boolean {
  const { project } = component;
  const editing = component.is_glossary
    ? (['glossary.add', 'glossary.delete', 'glossary.edit'] as const)
    : (['unit.add', 'unit.delete', 'unit.edit'] as const);
  return (
    may(caller, 'component.edit', project) || editing.every((permission) => may(caller, permission, project))
  );
}

/** Uploads to source languages need the right to edit sources anyway. */
function sourceRefusal({ component, is_source: isSource }: FoundTranslation): string | null {
  if (!isSource || component.isMonolingual) {
    return 'Only the source strings of components without a base file are updated so.';
  }
  const adapter = adapterById(component.file_format);
  return adapter?.add && adapter.remove ? null : 'The file format does not allow it.';
}
