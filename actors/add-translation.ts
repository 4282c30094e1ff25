import { FormatError } from '../adapters/adapter.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { Language } from '../models/language.ts';
import { commitPending } from './commit-pending.ts';
import type { ComponentJobs } from './component-jobs.ts';
import { JobFailed } from './job.ts';
import { defaultPluralOf } from './language-rows.ts';
import { makeFile } from './make-file.ts';
import { newFileFor } from './new-file.ts';
import { pushIfNeeded } from './push.ts';
import { scan } from './scan.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Adds a language: a new file in a commit of its own, whose author is the one who asked for it. A file that is there already
 * is taken as it is.
 * @throws {JobFailed} on `language_code` when there is no way to have such a file
 */
export async function addTranslation(
  place: Workplace,
  component: PlacedComponent,
  languageId: number,
): Promise<ComponentJobs['add-translation']['result']> {
  const { ctx, services } = place;
  const language = await Language.query(services.db.writer).findById(languageId).throwIfNotFound();
  const plural = await defaultPluralOf(services.db.writer, languageId);
  await commitPending(place);
  ctx.step('add file');
  const file = await newFileFor(place, component, language);
  let commit: string | null;
  try {
    commit = await makeFile(place, component, { ...file, language, plural });
  } catch (error) {
    if (error instanceof FormatError) {
      throw new JobFailed(`${file.path}: ${error.message}`, { attr: 'language_code', cause: error });
    }
    throw error;
  }
  await scan(place, { component });
  const translation = (await loadTranslations(place, component.id)).find(
    (one) => one.language_id === languageId,
  );
  if (!translation) {
    throw new JobFailed(`${file.path} is not a file of this component.`, { attr: 'language_code' });
  }
  await tell(place, translation, commit);
  await pushIfNeeded(place);
  return { translation: translation.id };
}

/** Once, however often the job runs. */
async function tell(place: Workplace, translation: PlacedTranslation, commit: string | null): Promise<void> {
  const change = { translation_id: translation.id, user_id: place.userId, author_id: place.userId };
  await place.ctx.commit(async (trx) => {
    const told = await trx('changes')
      .where({ translation_id: translation.id, action: action.ADDED_LANGUAGE })
      .first('id');
    if (told) {
      return;
    }
    const details = { language: translation.language.code };
    await recordChange(trx, { ...change, action: action.ADDED_LANGUAGE, details });
    if (commit !== null) {
      await recordChange(trx, { ...change, action: action.COMMIT, details: { revision: commit } });
    }
  });
}
