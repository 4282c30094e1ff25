import type { Knex } from 'knex';
import { Language } from '../models/language.ts';
import { endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { list, listAnswer, listFormats } from './listing.ts';
import { languageShape, languagesById, presentLanguage } from './present/language.ts';
import { languageStatisticsShape } from './present/statistics.ts';
import { languageStatistics } from './statistics.ts';

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
    method: 'GET',
    path: '/api/languages/:language/',
    summary: 'Read a language',
    find: ({ services, params }) => findLanguage(services.db.reader, params.language),
    answers: { 200: { description: 'The language', schema: languageShape } },
    async handle({ found, services, urls }) {
      const languages = await languagesById(services.db.reader, [found.id]);
      return presentLanguage(languages.get(found.id)!, urls);
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

/** By its exact code: aliases name no language in paths. */
async function findLanguage(knex: Knex, code: string): Promise<Language> {
  const language = await Language.coded(knex, code);
  if (!language) {
    throw notFound();
  }
  return language;
}
