import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { adapterOf, fileOptions } from './component-files.ts';
import { sourceRemote } from './component-remote.ts';
import { discoverFiles } from './discover.ts';
import { GitError } from './git-error.ts';
import { remoteBranches } from './git-remote.ts';
import { JobFailed } from './job.ts';
import { loadLanguages } from './language-rows.ts';
import { RepositoryUrlError } from './repository-url.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Asks the remote for the branch, before anything is cloned. An empty branch means the one that the remote's HEAD names.
 * @throws {JobFailed} on `repo` or `branch`
 */
export async function verifyRemote(place: Workplace): Promise<string> {
  const { owner, git, ctx } = place;
  ctx.step('verify');
  const { head, branches } = await askRemote(place, git);
  if (owner.branch === '') {
    if (head === null || !branches.has(head)) {
      throw new JobFailed('The repository has no default branch; name one.', { attr: 'branch' });
    }
    return head;
  }
  if (!branches.has(owner.branch)) {
    throw new JobFailed(`The repository has no branch ${owner.branch}.`, { attr: 'branch' });
  }
  return owner.branch;
}

async function askRemote(place: Workplace, git: Workplace['git']) {
  try {
    return await remoteBranches(await sourceRemote(place), git);
  } catch (error) {
    throw aboutRepository(error);
  }
}

/** What went wrong with the remote is a mistake in `repo`, or in `branch`; all else stays what it is. */
export function aboutRepository(error: unknown): unknown {
  if (error instanceof GitError || error instanceof RepositoryUrlError) {
    const isBranch = error instanceof GitError && error.kind === 'missing-branch';
    return new JobFailed(error.message, { attr: isBranch ? 'branch' : 'repo', cause: error });
  }
  return error;
}

/**
 * Checks the settings that name files against what is in the repository.
 * @param isGiven somebody has put files there, so the mask must fit some even in a repository of our own
 * @throws {JobFailed} on `template`, `new_base` or `filemask`
 */
export async function verifyFiles(
  place: Workplace,
  component: PlacedComponent,
  { isGiven = component.vcs !== 'local' } = {},
): Promise<void> {
  const snapshot = await headSnapshot(place);
  if (component.template !== '') {
    await verifyFile(place, component, snapshot, 'template');
  }
  if (component.new_base !== '' && component.new_base !== component.template) {
    await verifyFile(place, component, snapshot, 'new_base');
  }
  const languages = await loadLanguages(place.services.db.reader);
  const { files, invalid } = discoverFiles(component, snapshot.hashes.keys(), languages);
  const isKnown = files.some(({ language, isTemplate }) => 'id' in language && !isTemplate);
  if (isKnown) {
    return;
  }
  const misread = [...files.filter((file) => !file.isTemplate), ...invalid];
  if (misread.length > 0) {
    const codes = misread.map(({ code }) => `"${code}"`).join(', ');
    throw new JobFailed(`The file mask gives no known language: ${codes}.`, { attr: 'filemask' });
  }
  // A repository of our own starts without files; a base file that formats can copy is enough for others.
  if (component.new_base === '' && files.length === 0 && (isGiven || !adapterOf(component).startsEmpty)) {
    throw new JobFailed(
      `No file in the repository fits the file mask ${component.filemask}, and without new_base none can be made.`,
      { attr: 'filemask' },
    );
  }
}

async function verifyFile(
  place: Workplace,
  component: PlacedComponent,
  snapshot: Snapshot,
  attr: 'template' | 'new_base',
): Promise<void> {
  const path = component[attr];
  const { code, plural } = component.source_language;
  try {
    await place.services.pool.read(
      {
        format: component.file_format,
        bytes: await snapshot.read(path),
        options: fileOptions(component, { language_code: code, plural }, null),
        sourceLanguage: code,
      },
      { signal: place.ctx.signal },
    );
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      throw new JobFailed(`${path}: ${error.message}`, { attr, cause: error });
    }
    throw error;
  }
}
