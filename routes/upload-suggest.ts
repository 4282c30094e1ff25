import type { Knex } from 'knex';
import { may } from '../models/access.ts';
import { inBatches } from '../models/edit-batches.ts';
import { SuggestionRefused, suggest } from '../models/suggest.ts';
import { unitState } from '../models/unit.ts';
import { EditRefused } from '../models/unit-edit.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { readTexts, type Upload, type UploadCounts, type UploadedText } from './upload-rows.ts';

/** Suggests what the rows say for the strings that they belong to, and leaves the strings as they are. */
export async function suggestRows(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  upload: Upload,
): Promise<UploadCounts> {
  const isReadOnly = ({ state }: { state: number }) => state === unitState.readonly;
  const mayVote = may(caller, 'suggestion.vote', translation.component.project);
  const { texts, counts } = await readTexts(db, translation, upload, isReadOnly);
  const apply = (trx: Knex.Transaction, text: UploadedText) =>
    suggestText(trx, translation, text, { ...upload, mayVote });
  for await (const results of inBatches(db, texts, apply)) {
    for (const isNew of results) {
      counts[isNew ? 'accepted' : 'skipped'] += 1;
    }
  }
  return counts;
}

/** Whether the text is a new suggestion: not what the string says, and nobody has suggested it. */
async function suggestText(
  trx: Knex.Transaction,
  translation: FoundTranslation,
  { unit, target }: UploadedText,
  { user, author, mayVote }: Upload & { mayVote: boolean },
): Promise<boolean> {
  const { component } = translation;
  const about = { unitId: unit.id, translation, component, target, author, user };
  try {
    const { isNew } = await suggest(trx, { ...about, mayVote, isOneOfMany: true });
    return isNew;
  } catch (error) {
    if (error instanceof SuggestionRefused || error instanceof EditRefused) {
      return false;
    }
    throw error;
  }
}
