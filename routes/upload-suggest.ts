import type { Knex } from 'knex';
import { may } from '../models/access.ts';
import { inBatches } from '../models/edit-batches.ts';
import { suggestOneOfMany } from '../models/suggest.ts';
import { unitState } from '../models/unit.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { readTexts, type Upload, type UploadCounts, type UploadedText } from './upload-rows.ts';

/** Suggests what the rows say for the strings that they belong to, and leaves the strings as they are. */
export async function suggestRows(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  upload: Upload,
): Promise<UploadCounts> {
  const { component } = translation;
  const isReadOnly = ({ state }: { state: number }) => state === unitState.readonly;
  const mayVote = may(caller, 'suggestion.vote', component.project);
  const { texts, counts } = await readTexts(db, translation, upload, isReadOnly);
  const { author, user } = upload;
  const apply = (trx: Knex.Transaction, { unit, target }: UploadedText) =>
    suggestOneOfMany(trx, { unitId: unit.id, translation, component, target, author, user, mayVote });
  for await (const results of inBatches(db, texts, apply)) {
    for (const isNew of results) {
      counts[isNew ? 'accepted' : 'skipped'] += 1;
    }
  }
  return counts;
}
