import type { Knex } from 'knex';
import { may } from '../models/access.ts';
import { inBatches } from '../models/edit-batches.ts';
import { suggestOneOfMany } from '../models/suggest.ts';
import { unitState } from '../models/unit.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { countTaken, readTexts, type Taken, type Upload, type UploadedText } from './upload-rows.ts';

/** Suggests what the rows say for the strings that they belong to, and leaves the strings as they are. */
export async function suggestRows(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  upload: Upload,
): Promise<Taken> {
  const { component } = translation;
  const isReadOnly = ({ state }: { state: number }) => state === unitState.readonly;
  const mayVote = may(caller, 'suggestion.vote', component.project);
  const { texts, counts } = await readTexts(db, translation, upload, isReadOnly);
  const { author, user } = upload;
  const apply = (trx: Knex.Transaction, { unit, target }: UploadedText) =>
    suggestOneOfMany(trx, { unitId: unit.id, translation, component, target, author, user, mayVote });
  return countTaken(counts, inBatches(db, component.id, texts, apply), (isNew) => isNew);
}
