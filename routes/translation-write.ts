import { z } from 'zod';
import { keyOf } from '../actors/component.ts';
import type { ComponentJobs } from '../actors/component-jobs.ts';
import { JobFailed, JobTimeout } from '../actors/job.ts';
import { may } from '../models/access.ts';
import { Language } from '../models/language.ts';
import { Translation } from '../models/translation.ts';
import { authorise, type FoundComponent, findComponent, findTranslation } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { denied, invalid, repositoryBusy } from './http/errors.ts';
import { viewerOf } from './listing.ts';
import { presentTranslation, translationShape } from './present/translation.ts';

/** Longest wait for the commit that adds or removes a file; it goes on after that. */
const patienceMs = 60_000;

/** Adding a language to a component, and removing one: each is a commit. */
export const translationWriteEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/components/:project/:component/translations/',
    summary: 'Add a language to a component',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      authorise(call.caller, 'translation.add', component.project);
      return component;
    },
    body: z.object({ language_code: z.string().min(1) }),
    answers: {
      201: {
        description: 'The translation, once more under `data`',
        schema: translationShape.extend({ data: translationShape }).meta({ id: 'AddedTranslation' }),
      },
    },
    async handle(request) {
      const { found: component, body, services } = request;
      refuseClosed(request, component);
      const language = await addableLanguage(request, component, body.language_code);
      const { translation: id } = await ask(request, component, 'add-translation', {
        component_id: component.id,
        language_id: language.id,
      });
      const translation = await Translation.query(services.db.writer).findById(id).throwIfNotFound();
      const presented = await presentTranslation(viewerOf(request), translation);
      return created({ ...presented, data: presented }, presented.url);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/translations/:project/:component/:language/',
    summary: 'Remove a language with its file and its strings',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      authorise(call.caller, 'translation.delete', translation.component.project);
      if (translation.is_source) {
        throw denied('The source language cannot be removed.');
      }
      return translation;
    },
    answers: { 204: { description: 'Removed' } },
    async handle(request) {
      const { id, component } = request.found;
      const payload = { component_id: component.id, translation_id: id };
      const { result, detail } = await ask(request, component, 'remove-translation', payload);
      if (!result) {
        throw repositoryBusy(detail ?? 'The repository does not allow it now.');
      }
      return noContent();
    },
  }),
];

/** @throws {ApiError} 403 with the reason why languages are not added now, or not by this caller */
function refuseClosed({ caller }: Call, component: FoundComponent): void {
  const { project, locked } = component;
  const newLang = component.own_settings.includes('new_lang') ? component.new_lang : project.new_lang;
  if (newLang !== 'add' && !may(caller, 'component.edit', project)) {
    throw denied('New languages are not added here by everybody; ask those who manage the component.');
  }
  if (locked) {
    throw denied('The component is locked: no language can be added for now.');
  }
}

/** @throws {ApiError} 400 on `language_code` */
async function addableLanguage(
  { services }: Call,
  component: FoundComponent,
  code: string,
): Promise<Language> {
  const { reader } = services.db;
  const language = await Language.query(reader).findOne({ code });
  if (!language) {
    throw invalid('language_code', `There is no language "${code}".`);
  }
  if (language.id === component.source_language_id) {
    throw invalid('language_code', 'This is the language of the source strings.');
  }
  const row = { component_id: component.id, language_id: language.id };
  if (await Translation.query(reader).findOne(row)) {
    throw invalid('language_code', 'The component has this language already.');
  }
  return language;
}

async function ask<Kind extends 'add-translation' | 'remove-translation'>(
  { services, caller, urls }: Call,
  component: FoundComponent,
  kind: Kind,
  payload: ComponentJobs[Kind]['payload'],
): Promise<ComponentJobs[Kind]['result']> {
  const job = { ...payload, user_id: caller.user?.id ?? null };
  const options = { timeoutMs: patienceMs, componentId: component.id };
  try {
    return (await services.actors.ask(keyOf(component), kind, job, options)) as ComponentJobs[Kind]['result'];
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(`The repository is busy; the work goes on as ${urls.task(error.uuid)}.`);
    }
    if (error instanceof JobFailed) {
      throw invalid(error.attr ?? 'language_code', error.message, error.code);
    }
    throw error;
  }
}
