import type { Knex } from 'knex';
import { goOnCopying } from '../actors/copy-edit.ts';
import { action } from '../models/actions.ts';
import { inBatches } from '../models/edit-batches.ts';
import { unitState } from '../models/unit.ts';
import { EditRefused, type EditResult, editUnit } from '../models/unit-edit.ts';
import { mayCopyTo, unitRefusal } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import type { UploadRules } from './upload-input.ts';
import type { UploadedUnit } from './upload-match.ts';
import { countTaken, readTexts, type Taken, type Upload, type UploadedText } from './upload-rows.ts';

/** Translates the strings that the rows belong to, as the rules allow. */
export async function mergeRows(call: Call, translation: FoundTranslation, upload: Upload): Promise<Taken> {
  const {
    services: { db },
    caller,
  } = call;
  const { texts, counts } = await readTexts(
    db,
    translation,
    upload,
    (unit) => isProtected(unit, upload.rules) || unitRefusal(caller, translation, unit) !== null,
  );
  const apply = (trx: Knex.Transaction, text: UploadedText) =>
    applyText(trx, call, translation, text, upload);
  const batches = inBatches(db, translation.component.id, texts, apply);
  return countTaken(counts, batches, (result) => result?.changed ?? false);
}

/** Whether an upload must leave the string alone. */
function isProtected({ state }: UploadedUnit, { overwrite }: UploadRules): boolean {
  if (state === unitState.readonly) {
    return true;
  }
  if (state === unitState.approved) {
    return overwrite !== 'approved';
  }
  return state >= unitState.translated && overwrite === 'none';
}

/** Null: removed or made read only since it was looked at, which is skipped like one that was so from the start. */
async function applyText(
  trx: Knex.Transaction,
  { services, caller }: Call,
  translation: FoundTranslation,
  { unit, target, state }: UploadedText,
  { user, author }: Upload,
): Promise<EditResult | null> {
  const { component } = translation;
  const about = { translation, component, author, user, action: action.UPLOAD, mayEdit: mayCopyTo(caller) };
  try {
    const result = await editUnit(trx, { unit, target, state, ...about });
    await goOnCopying(services.actors, trx, result.rest);
    return result;
  } catch (error) {
    if (error instanceof EditRefused) {
      return null;
    }
    throw error;
  }
}
