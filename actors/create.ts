import { FormatError } from '../adapters/adapter.ts';
import { adapterOf, fileOptions } from './component-files.ts';
import type { ComponentJobs } from './component-jobs.ts';
import { isLocal } from './component-remote.ts';
import type { Upload } from './create-from-upload.ts';
import { commitFiles, headOf } from './git-commit.ts';
import { JobFailed } from './job.ts';
import { type CopyState, openCopy, refreshStatus } from './open-copy.ts';
import { strandedMessage } from './restore-head.ts';
import { scan } from './scan.ts';
import { headSnapshot } from './snapshot.ts';
import { discardUpload } from './uploaded-file.ts';
import { aboutRepository, verifyFiles } from './verify.ts';
import { hasCopy, writeToCopy } from './working-copy.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** Percent of the job at which the clone is there, and at which the settings are known to be good. */
const cloned = 20;

/** The step of the job from which on its settings are known to work: who waits to answer a request need not wait longer. */
export const importStep = 'read files';

/**
 * Clones the repository and reads its files. The checks come first, so that mistakes in the settings show at once and
 * leave nothing behind. A component that shares a repository finds the working copy there.
 * @throws {JobFailed} on `repo`, `branch`, `template`, `new_base`, `filemask`, `language_regex`, `zipfile` or `docfile`
 */
export async function create(
  place: Workplace,
  component: PlacedComponent,
  { upload }: Pick<ComponentJobs['create']['payload'], 'upload'> = {},
): Promise<ComponentJobs['create']['result']> {
  try {
    const result = await createFrom(place, component, upload);
    await discardUpload(upload);
    return result;
  } catch (error) {
    if (error instanceof JobFailed) {
      // There is no other run that could need it.
      await discardUpload(upload);
    }
    throw error;
  }
}

async function createFrom(
  place: Workplace,
  component: PlacedComponent,
  upload: Upload | undefined,
): Promise<ComponentJobs['create']['result']> {
  if (component.id !== place.owner.id && !(await hasBeenCloned(place))) {
    throw new JobFailed('The component whose repository is to be shared has none yet.', { attr: 'repo' });
  }
  let state: CopyState;
  try {
    state = await openCopy(place, upload);
  } catch (error) {
    throw aboutRepository(error);
  }
  if (state === 'stranded') {
    throw new JobFailed(strandedMessage, { attr: 'repo' });
  }
  place.ctx.step('look for files');
  if (!upload) {
    await startTemplate(place, component);
  }
  await verifyFiles(place, component, upload ? { isGiven: true } : {});
  place.ctx.progress(cloned);
  await refreshStatus(place);
  await scan(place, { component, isInitial: true, from: cloned });
  if (component.id === place.owner.id) {
    const processed_sha = await headOf(place.folder);
    await place.ctx.commit((trx) =>
      trx('repositories').where('component_id', component.id).update({ processed_sha }),
    );
  }
  return { component: component.id };
}

/** A copy that was lost since is made anew. */
async function hasBeenCloned({ services, owner, folder }: Workplace): Promise<boolean> {
  const known = await services.db.writer('repositories').where('component_id', owner.id).first('local_sha');
  return Boolean(known?.local_sha) || hasCopy(folder);
}

/** A repository of our own has no base file yet: where the format can start from nothing, an empty one is made. */
async function startTemplate(place: Workplace, component: PlacedComponent): Promise<void> {
  const { ctx, services, folder, git } = place;
  const adapter = adapterOf(component);
  const { template, source_language: language } = component;
  if (!isLocal(place) || template === '' || !adapter.startsEmpty) {
    return;
  }
  if ((await headSnapshot(place)).hashes.has(template)) {
    return;
  }
  const file = { language_code: language.code, plural: language.plural };
  const options = { ...fileOptions(component, file, null), header: { language: language.code } };
  try {
    const { bytes } = await services.pool.create({ format: adapter.id, base: null, options });
    await writeToCopy(folder, template, bytes);
  } catch (error) {
    if (error instanceof FormatError) {
      throw new JobFailed(`${template}: ${error.message}`, { attr: 'template', cause: error });
    }
    throw error;
  }
  await commitFiles(folder, {
    ...git,
    files: [template],
    message: `Add ${template}`,
    author: services.committer,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
  });
}
