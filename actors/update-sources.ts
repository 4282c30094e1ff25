import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { action } from '../models/actions.ts';
import { Unit } from '../models/unit.ts';
import { commitPending } from './commit-pending.ts';
import { fileOptions } from './component-files.ts';
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

type Update = Omit<ComponentJobs['update-sources']['payload'], 'component_id' | 'user_id'>;

/**
 * Gives all files of a bilingual component the strings of an uploaded template, which becomes the file that new
 * translations are made from, commits them together and reads them.
 * @throws {JobFailed} on `file` when a file cannot be read, and when the component is locked; then all stay as they
 * were
 */
export async function updateSources(
  place: Workplace,
  component: PlacedComponent,
  { file, author_id }: Update,
): Promise<ComponentJobs['update-sources']['result']> {
  demandOpen(place, component);
  const translations = await loadTranslations(place, component.id);
  const source = translations.find((one) => one.is_source);
  if (!source || component.isMonolingual) {
    throw new JobFailed('The component has no source strings beside its translations.', { attr: 'file' });
  }
  await commitPending(place, { componentId: component.id });
  place.ctx.step('update files');
  const template = await readUpload(place, file);
  if (template) {
    const head = await headSnapshot(place);
    const files = await updatedFiles(place, component, translations, { template, head });
    const about = { translation: source, files, filename: component.new_base, head };
    const authorId = author_id ?? place.userId;
    await commitUpload(place, component, {
      ...about,
      authorId,
      action: action.SOURCE_UPLOAD,
      step: 'source',
    });
  }
  await scan(place, { component, actions: uploadActions });
  const total = await Unit.query(place.services.db.writer).where('translation_id', source.id).resultSize();
  await pushIfNeeded(place);
  await discardUpload({ file });
  return { total, accepted: total };
}

/** The template and what becomes of the files with it, by path. */
async function updatedFiles(
  place: Workplace,
  component: PlacedComponent,
  translations: readonly PlacedTranslation[],
  { template, head }: { template: Uint8Array; head: Snapshot },
): Promise<Map<string, Uint8Array>> {
  const { pool } = place.services;
  const { file_format: format, new_base: newBase } = component;
  const { signal } = place.ctx;
  const files = new Map<string, Uint8Array>();
  const source = translations.find((one) => one.is_source)!;
  await orRefuse(
    '',
    pool.verify({ format, bytes: template, options: fileOptions(component, source, null) }, { signal }),
  );
  if (newBase !== '') {
    files.set(newBase, template);
  }
  for (const translation of translations) {
    const { filename } = translation;
    if (filename === '' || filename === newBase || !head.hashes.has(filename)) {
      continue;
    }
    signal.throwIfAborted();
    const options = { ...fileOptions(component, translation, null), header: {} };
    const request = { format, bytes: await head.read(filename), template, options };
    files.set(filename, (await orRefuse(`${filename}: `, pool.update(request, { signal }))).bytes);
  }
  return files;
}

/** What a file does not allow is the answer to the upload. */
async function orRefuse<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      throw new JobFailed(`${prefix}${error.message}`, { attr: 'file', cause: error });
    }
    throw error;
  }
}
