import { addTranslation } from './add-translation.ts';
import { checkStrings } from './check-strings.ts';
import { cleanup } from './cleanup.ts';
import { commit } from './commit.ts';
import type {
  ComponentJobKind,
  ComponentJobs,
  ComponentPayload,
  OperationResult,
  Preview,
} from './component-jobs.ts';
import { configure } from './configure.ts';
import { copyOn } from './copy-edit.ts';
import { create } from './create.ts';
import { fetch } from './fetch-only.ts';
import { fileScan } from './file-scan.ts';
import { fileSync } from './file-sync.ts';
import { followGlossary } from './follow-glossary.ts';
import { followVariants } from './follow-variants.ts';
import { GitError } from './git-error.ts';
import { type Behaviour, type Ctx, JobFailed } from './job.ts';
import { openCopy, refreshStatus } from './open-copy.ts';
import { preview } from './preview.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { removeComponent } from './remove-component.ts';
import { removeTranslation } from './remove-translation.ts';
import { removeUnit } from './remove-unit.ts';
import { replaceFile } from './replace-file.ts';
import { RepositoryUrlError } from './repository-url.ts';
import { reset } from './reset.ts';
import { resetKeep } from './reset-keep.ts';
import { restoreCopy } from './restore-copy.ts';
import { strandedMessage } from './restore-head.ts';
import { updateSources } from './update-sources.ts';
import { type ComponentServices, findWorkplace, type PlacedComponent, type Workplace } from './workplace.ts';

export { keyOf } from './actor-key.ts';

type Run<Kind extends ComponentJobKind> = (
  place: Workplace,
  component: PlacedComponent,
  payload: ComponentJobs[Kind]['payload'],
) => Promise<ComponentJobs[Kind]['result']>;

/** Jobs that make the working copy, remove it, or do without it. */
type Special =
  | 'create'
  | 'remove-component'
  | 'check-strings'
  | 'copy-edit'
  | 'follow-glossary'
  | 'follow-variants';

/** The story of each kind of job that works in an existing working copy. */
const operations: { [Kind in Exclude<ComponentJobKind, Special>]: Run<Kind> } = {
  'add-translation': (place, component, { language_id }) => addTranslation(place, component, language_id),
  cleanup,
  commit: (place, _component, { translation_id }) => commit(place, translation_id),
  configure,
  'file-scan': fileScan,
  'file-sync': fileSync,
  fetch,
  preview: (place, _component, { operation }) => preview(place, operation),
  pull: (place, _component, { method }) => pull(place, method ?? null),
  push,
  'remove-translation': (place, component, { translation_id }) =>
    removeTranslation(place, component, translation_id),
  'remove-unit': (place, component, { unit_id }) => removeUnit(place, component, unit_id),
  'replace-file': replaceFile,
  reset,
  'reset-keep': resetKeep,
  'update-sources': updateSources,
};

/**
 * What the actor of a working copy does: one job at a time, so nothing else ever works in that copy. All state is in the
 * database and in git; a job that a crash cut off is simply run again.
 */
export function componentBehaviour(services: ComponentServices): Behaviour {
  return async (ctx, kind, payload) => {
    const job = payload as ComponentPayload;
    const userId = job.user_id ?? ctx.userId;
    if (kind === 'remove-component') {
      return removeComponent(ctx, services, job, userId);
    }
    if (kind === 'follow-glossary') {
      return followGlossary(ctx, services, job);
    }
    if (kind === 'copy-edit') {
      return copyOn(ctx, services, payload as ComponentJobs['copy-edit']['payload']);
    }
    const place = await findWorkplace(ctx, services, ownerOf(ctx), userId);
    const component = place?.components.find(({ id }) => id === job.component_id);
    if (!place || !component) {
      throw new JobFailed('The component no longer exists.', { code: 'not_found' });
    }
    if (kind === 'check-strings') {
      return checkStrings(place, component);
    }
    if (kind === 'follow-variants') {
      return followVariants(place, component, payload as ComponentJobs['follow-variants']['payload']);
    }
    return kind === 'create'
      ? create(place, component, payload as ComponentJobs['create']['payload'])
      : operate(place, component, kind, payload);
  };
}

/** Jobs whose point is that the branch becomes what upstream has. */
const givesUpCommits: readonly string[] = ['reset', 'reset-keep'];

/** Trouble with the repository is an answer, not an error: `result` false, and the detail says what it is. */
async function operate(
  place: Workplace,
  component: PlacedComponent,
  kind: string,
  payload: unknown,
): Promise<unknown> {
  if (!isOperation(kind)) {
    throw new Error(`there is no job of the kind ${kind}`);
  }
  try {
    const state = await openCopy(place);
    if (state === 'stranded' && !givesUpCommits.includes(kind)) {
      throw new GitError('conflict', strandedMessage);
    }
    if (state === 'renewed') {
      await restoreCopy(place);
    }
    const run = operations[kind] as Run<ComponentJobKind>;
    const result = await run(place, component, payload as never);
    await refreshStatus(place);
    return result;
  } catch (error) {
    if (error instanceof GitError || error instanceof RepositoryUrlError) {
      return failure(place, kind, error);
    }
    throw error;
  }
}

/** Jobs whose result says what was done, and not whether. */
const mustSucceed: readonly string[] = ['add-translation', 'replace-file', 'update-sources'];

function failure(
  { ctx }: Workplace,
  kind: string,
  error: GitError | RepositoryUrlError,
): OperationResult | Preview {
  if (mustSucceed.includes(kind)) {
    throw new JobFailed(error.message, { code: 'failed', cause: error });
  }
  ctx.log(error.message);
  const answer = { result: false, detail: error.message };
  return kind === 'preview' ? { ...answer, files: [] } : answer;
}

function isOperation(kind: string): kind is keyof typeof operations {
  return Object.hasOwn(operations, kind);
}

function ownerOf({ key }: Ctx): number {
  return Number(key.slice(key.indexOf(':') + 1));
}
