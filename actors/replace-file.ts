import { FormatError } from '../adapters/adapter.ts';
import { action } from '../models/actions.ts';
import { Unit } from '../models/unit.ts';
import { commitPending } from './commit-pending.ts';
import { fileOptions, templateOf } from './component-files.ts';
import type { ComponentJobs } from './component-jobs.ts';
import { JobFailed } from './job.ts';
import { pushIfNeeded } from './push.ts';
import { scan } from './scan.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import { type PlacedTranslation, uploadActions } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import { commitUpload } from './upload-commit.ts';
import { demandOpen, discardUpload, readUpload } from './uploaded-file.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

type Replacement = Omit<ComponentJobs['replace-file']['payload'], 'component_id' | 'user_id'>;

/**
 * Puts an uploaded file in the place of a translation's file, commits it and reads it.
 * @throws {JobFailed} on `file` when it cannot be read as a file of the component; when that is locked
 */
export async function replaceFile(
  place: Workplace,
  component: PlacedComponent,
  { translation_id, file, author_id }: Replacement,
): Promise<ComponentJobs['replace-file']['result']> {
  demandOpen(place, component);
  const translation = (await loadTranslations(place, component.id)).find((one) => one.id === translation_id);
  if (!translation || translation.filename === '') {
    throw new JobFailed('This translation has no file.', { attr: 'file' });
  }
  await commitPending(place, { componentId: component.id });
  const bytes = await readUpload(place, file);
  const total =
    bytes && (await replace(place, component, translation, { bytes, authorId: author_id ?? place.userId }));
  await scan(place, { component, actions: uploadActions });
  const accepted = await Unit.query(place.services.db.writer)
    .where('translation_id', translation.id)
    .resultSize();
  await pushIfNeeded(place);
  await discardUpload({ file });
  return { total: total ?? accepted, accepted };
}

/** Gives the number of strings in the file. */
async function replace(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  { bytes, authorId }: { bytes: Uint8Array; authorId: number | null },
): Promise<number> {
  const { filename } = translation;
  const head = await headSnapshot(place);
  const total = await countStrings(place, component, translation, { bytes, head });
  const files = new Map([[filename, bytes]]);
  const about = { translation, files, filename, authorId, head };
  await commitUpload(place, component, { ...about, action: action.REPLACE_UPLOAD, step: 'replace' });
  return total;
}

async function countStrings(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  { bytes, head }: { bytes: Uint8Array; head: Snapshot },
): Promise<number> {
  try {
    const template = await templateOf(component, translation, head);
    const request = {
      format: component.file_format,
      bytes,
      options: fileOptions(component, translation, template),
    };
    const { strings } = await place.services.pool.verify(request, { signal: place.ctx.signal });
    return strings;
  } catch (error) {
    if (!(error instanceof FormatError)) {
      throw error;
    }
    throw new JobFailed(error.message, { attr: 'file', cause: error });
  }
}
