import type { Knex } from 'knex';
import { keyOf } from '../actors/component.ts';
import { importStep } from '../actors/create.ts';
import type { Upload } from '../actors/create-from-upload.ts';
import { failureOf, JobTimeout } from '../actors/job.ts';
import { discardUpload } from '../actors/uploaded-file.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { assignToLists } from '../models/component-list-rule.ts';
import type { Job } from '../models/job.ts';
import type { Project } from '../models/project.ts';
import { removeComponents } from '../models/removal.ts';
import { checkSettings, checkUnique, findSourceLanguage, type Level } from './component-check.ts';
import { inheritableIn, plainColumns } from './component-columns.ts';
import type { ComponentInput, NewComponentInput } from './component-input.ts';
import { placeRepository } from './component-repository.ts';
import { keepUpload, withDocument } from './component-upload.ts';
import { withCopiedSettings } from './copied-settings.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import type { ApiServices } from './http/services.ts';
import { linkedCategory } from './linked-objects.ts';
import { checkLanguage } from './project-input.ts';

/** Source language of components that name none. */
const defaultLanguage = 'en';

/** How long the answer waits for the job to find mistakes in the settings. */
const patienceMs = 8000;

/**
 * Makes a component and the job that clones its repository and reads its files. The answer waits until the settings
 * have proved good or the patience is over; the job goes on after that.
 * @throws {ApiError} 400 on the setting that is wrong; then there is no component
 */
export async function createComponent(
  call: Call,
  project: Project,
  given: NewComponentInput,
): Promise<Component> {
  const { db } = call.services;
  const settings = await withCopiedSettings(call, project, given);
  const input = withDocument(settings, settings.source_language?.code ?? defaultLanguage);
  const category = await linkedCategory(call, project.id, input.category ?? null);
  const row = {
    ...(await newRow(call, { project, category, input })),
    // Settings of a shared repository must be the owner's only where they are given.
    ...(await placeRepository(call, project, given)),
  };
  await checkUnique(db.reader, { projectId: project.id, category }, input, null);
  const upload = await keepUpload(call, input);
  const { component, job } = await db
    .transaction(async (trx) => {
      await checkUnique(trx, { projectId: project.id, category }, input, null);
      return insertWithJob(call, trx, row, upload);
    })
    .catch(async (error: unknown) => {
      await discardUpload(upload);
      throw error;
    });
  await verify(call, component, job.id);
  // By now the job may know the branch.
  return Component.query(db.reader).findById(component.id).throwIfNotFound();
}

/** The component and the job that goes on with it. */
async function insertWithJob(
  { services, caller }: Call,
  trx: Knex.Transaction,
  row: Partial<Component>,
  upload: Upload | undefined,
) {
  const component = await insert(trx, row, caller.user?.id ?? null);
  const payload = { component_id: component.id, user_id: caller.user?.id ?? null, upload };
  const options = { trx, componentId: component.id };
  const job = await services.actors.tell(keyOf(component), 'create', payload, options);
  return { component, job };
}

async function newRow(
  call: Call,
  { project, category, input }: { project: Project; category: Level['category']; input: ComponentInput },
): Promise<Partial<Component>> {
  const { reader } = call.services.db;
  const language = await findSourceLanguage(reader, input.source_language?.code ?? defaultLanguage);
  await checkLanguage(reader, input.secondary_language);
  checkRestricted(call, input.restricted);
  const columns = withGlossaryDefaults(plainColumns(input));
  const template = input.template ?? '';
  checkSettings({
    file_format: input.file_format,
    file_format_params: input.file_format_params ?? {},
    filemask: input.filemask,
    template,
    intermediate: input.intermediate ?? '',
    edit_template: input.edit_template ?? true,
    key_filter: input.key_filter ?? '',
    suggestion_voting: input.suggestion_voting ?? false,
    suggestion_autoaccept: input.suggestion_autoaccept ?? 0,
  });
  return {
    ...columns,
    manage_units: columns.manage_units ?? template !== '',
    own_settings: inheritableIn(columns),
    project_id: project.id,
    category_id: category?.id ?? null,
    path: `${category?.path ?? project.slug}/${input.slug}`,
    source_language_id: language.id,
    created_at: Date.now(),
  };
}

/** Terms are added here; which languages there are is not for translators to say. */
function withGlossaryDefaults(columns: Partial<Component>): Partial<Component> {
  return columns.is_glossary ? { manage_units: true, new_lang: 'none', ...columns } : columns;
}

/** Who restricts a component must not shut himself out. */
export function checkRestricted({ caller }: Call, restricted: boolean | undefined): void {
  if (restricted === true && !caller.user?.is_superuser) {
    throw invalid('restricted', 'Only those with access to this very component may restrict it.');
  }
}

async function insert(
  trx: Knex.Transaction,
  row: Partial<Component>,
  userId: number | null,
): Promise<Component> {
  const { id } = await Component.query(trx).insert(row);
  await recordChange(trx, {
    action: action.CREATE_COMPONENT,
    component_id: id,
    user_id: userId,
    author_id: userId,
    details: { origin: 'api' },
  });
  await assignToLists(trx, [id]);
  return Component.query(trx).findById(id).throwIfNotFound();
}

const isVerified = ({ step }: Pick<Job, 'step'>) => step === importStep;

async function verify({ services }: Call, component: Component, jobId: number): Promise<void> {
  const job = await services.actors.wait(jobId, isVerified, patienceMs).catch((error: unknown) => {
    if (error instanceof JobTimeout) {
      return null;
    }
    throw error;
  });
  if (job?.state !== 'failed') {
    return;
  }
  const { message, attr, code } = failureOf(job);
  if (attr !== null) {
    await withdraw(services, component);
    throw invalid(attr, message, code);
  }
}

/** As if it had never been: no history, and a job clears away what the clone left. */
async function withdraw({ db, actors }: ApiServices, component: Component): Promise<void> {
  await db.transaction(async (trx) => {
    await removeComponents(trx, [component.id]);
    const payload = { component_id: component.id };
    await actors.tell(keyOf(component), 'remove-component', payload, { trx });
  });
}
