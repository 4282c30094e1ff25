import { readFile, rm } from 'node:fs/promises';
import { FormatError } from '../adapters/adapter.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { Unit } from '../models/unit.ts';
import { User } from '../models/user.ts';
import { identityOf } from './commit-identity.ts';
import { languageMessage } from './commit-message.ts';
import { commitPending } from './commit-pending.ts';
import { fileOptions, templateOf } from './component-files.ts';
import type { ComponentJobs } from './component-jobs.ts';
import { commitFiles, findCommit } from './git-commit.ts';
import { commitHead } from './head.ts';
import { JobFailed } from './job.ts';
import { pushIfNeeded } from './push.ts';
import { advanceHead } from './repository-change.ts';
import { scan } from './scan.ts';
import { headSnapshot } from './snapshot.ts';
import { type PlacedTranslation, uploadActions } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import { writeToCopy } from './working-copy.ts';
import { type PlacedComponent, requesterOf, type Workplace } from './workplace.ts';

type Replacement = Omit<ComponentJobs['replace-file']['payload'], 'component_id' | 'user_id'>;

/**
 * Puts an uploaded file in the place of a translation's file, commits it and reads it.
 * @throws {JobFailed} on `file` when it cannot be read as a file of the component
 */
export async function replaceFile(
  place: Workplace,
  component: PlacedComponent,
  { translation_id, file, author_id }: Replacement,
): Promise<ComponentJobs['replace-file']['result']> {
  const translation = (await loadTranslations(place, component.id)).find((one) => one.id === translation_id);
  if (!translation || translation.filename === '') {
    throw new JobFailed('This translation has no file.', { attr: 'file' });
  }
  await commitPending(place, { componentId: component.id });
  const total = await replace(place, component, translation, file, author_id ?? place.userId);
  await scan(place, { component, actions: uploadActions });
  const accepted = await Unit.query(place.services.db.writer)
    .where('translation_id', translation.id)
    .resultSize();
  await pushIfNeeded(place);
  await rm(file, { force: true });
  return { total: total ?? accepted, accepted };
}

async function replace(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  file: string,
  authorId: number | null,
): Promise<number | null> {
  const { ctx, folder, git, services } = place;
  const { filename, language_code: fileCode, language } = translation;
  const head = await headSnapshot(place);
  const bytes = await readUpload(file);
  if (bytes === null && ctx.crashes > 0) {
    // Removed at the very end of a run that was cut off: there is nothing left to do.
    return null;
  }
  if (bytes === null) {
    throw new JobFailed('The uploaded file is gone.', { attr: 'file' });
  }
  const total = await countStrings(place, component, translation, bytes);
  const user = authorId === null ? undefined : await User.query(services.db.writer).findById(authorId);
  const author = user ? identityOf(user, services.siteUrl) : await requesterOf(place);
  const about = { fileCode, language, filename, counts: translation };
  const job = `${ctx.uuid}/replace`;
  await writeToCopy(folder, filename, bytes);
  const made = await commitFiles(folder, {
    ...git,
    files: [filename],
    message: await languageMessage(place, component, 'commit', about, author),
    author,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
    job,
  });
  const commit = made ?? (await findCommit(folder, job, ctx.createdAt, git));
  const told = { translation_id: translation.id, user_id: place.userId, author_id: authorId };
  await commitHead(place, async (trx) => {
    const known = await trx('repositories').where('component_id', place.owner.id).first('local_sha');
    if (commit === null || known?.local_sha === commit) {
      return;
    }
    await advanceHead(trx, place, made === null ? `${commit}^` : head.commit, commit);
    await recordChange(trx, { ...told, action: action.REPLACE_UPLOAD, target: filename });
    await recordChange(trx, { ...told, action: action.COMMIT, details: { revision: commit } });
  });
  return total;
}

async function readUpload(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

async function countStrings(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  bytes: Uint8Array,
): Promise<number> {
  try {
    const template = await templateOf(component, translation, await headSnapshot(place));
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
