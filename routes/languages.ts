import type { Knex } from 'knex';
import { Language } from '../models/language.ts';
import { authorise } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { languageBody, newLanguageBody } from './language-input.ts';
import { createLanguage, deleteLanguage, updateLanguage } from './language-write.ts';
import { list, listAnswer, listFormats } from './listing.ts';
import { type LanguageJson, languageShape, languagesById, presentLanguage } from './present/language.ts';
import { languageStatisticsShape } from './present/statistics.ts';
import { languageStatistics } from './statistics.ts';

const languageAnswer = { 200: { description: 'The language', schema: languageShape } };

/** `/api/languages/…`: the languages that this server knows, used or not. */
export const languageEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/languages/',
    summary: 'List all languages',
    formats: listFormats,
    answers: listAnswer('Languages, by id', languageShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: Language.query(reader),
        table: 'languages',
        load: async (ids) => [...(await languagesById(reader, ids)).values()],
        present: (languages) => languages.map((language) => presentLanguage(language, request.urls)),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/languages/',
    summary: 'Add a language',
    find: async ({ caller }) => authorise(caller, 'language.edit'),
    body: newLanguageBody,
    answers: { 201: { description: 'The new language', schema: languageShape } },
    async handle(request) {
      const { services, body, urls } = request;
      const { id, code } = await services.db.transaction((trx) => createLanguage(trx, body));
      return created(await present(request, id), urls.language(code));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/languages/:language/',
    summary: 'Read a language',
    find: ({ services, params }) => findLanguage(services.db.reader, params.language),
    answers: languageAnswer,
    handle: (request) => present(request, request.found.id),
  }),
  ...(['PUT', 'PATCH'] as const).map((method) =>
    endpoint({
      method,
      path: '/api/languages/:language/',
      summary: 'Change a language',
      find: findEditable,
      body: languageBody,
      answers: languageAnswer,
      async handle(request) {
        const { found, services, body } = request;
        await services.db.transaction((trx) => updateLanguage(trx, found, body));
        return present(request, found.id);
      },
    }),
  ),
  endpoint({
    method: 'DELETE',
    path: '/api/languages/:language/',
    summary: 'Remove a language with all its translations',
    find: findEditable,
    answers: { 204: { description: 'Removed; files in repositories stay' } },
    async handle(request) {
      await deleteLanguage(request, request.found);
      return noContent();
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/languages/:language/statistics/',
    summary: 'Read the statistics of a language over all projects',
    formats: ['json', 'api', 'json-flat'],
    find: ({ services, params }) => findLanguage(services.db.reader, params.language),
    answers: { 200: { description: 'Its statistics', schema: languageStatisticsShape } },
    handle: ({ found, services, urls }) => languageStatistics(services.db.reader, found, urls),
  }),
];

async function present({ services, urls }: Call, id: number): Promise<LanguageJson> {
  const languages = await languagesById(services.db.reader, [id]);
  return presentLanguage(languages.get(id)!, urls);
}

/** The language that the path names, for those who may change it. */
async function findEditable({ services, caller, params }: Call<{ language: string }>): Promise<Language> {
  const language = await findLanguage(services.db.reader, params.language);
  authorise(caller, 'language.edit');
  return language;
}

/** By its exact code: aliases name no language in paths. */
async function findLanguage(knex: Knex, code: string): Promise<Language> {
  const language = await Language.coded(knex, code);
  if (!language) {
    throw notFound();
  }
  return language;
}
