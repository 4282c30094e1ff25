import { z } from 'zod';
import { may } from '../models/access.ts';
import { Language } from '../models/language.ts';
import { Translation } from '../models/translation.ts';
import { authorise, type FoundComponent, findComponent, findTranslation } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { denied, invalid } from './http/errors.ts';
import { askForLanguage, removeLanguage } from './language-jobs.ts';
import { viewerOf } from './listing.ts';
import { presentTranslation, translationShape } from './present/translation.ts';
import { fillingComponents, fillNew, findFilling, refuseFilling } from './translation-fill.ts';

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
    body: z.object({
      language_code: z.string().min(1),
      from_component: fillingComponents().optional(),
    }),
    answers: {
      201: {
        description: 'The translation, once more under `data`',
        schema: translationShape.extend({ data: translationShape }).meta({ id: 'AddedTranslation' }),
      },
    },
    async handle(request) {
      const { found: component, body, services } = request;
      const { language_code: code, from_component: names = [] } = body;
      const filling = await findFilling(request, component, names, code);
      refuseClosed(request, component);
      if (filling.length > 0) {
        refuseFilling(request, component);
      }
      const language = await addableLanguage(request, component, code);
      const { translation: id } = await askForLanguage(request, component, 'add-translation', {
        language_id: language.id,
      });
      if (filling.length > 0) {
        await fillNew(request, component, language.code, filling);
      }
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
      await removeLanguage(request, component, id);
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
