import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import { changesEndpoint } from './changes.ts';
import { findTranslation } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { listFormats, viewerOf } from './listing.ts';
import { listTranslations, translationsAnswer } from './lists.ts';
import { translationStatisticsShape } from './present/statistics.ts';
import { presentTranslation, translationShape } from './present/translation.ts';
import { translationStatistics } from './statistics.ts';
import { listUnits, unitFilters, unitsAnswer } from './units.ts';

/** The translation that the path names. */
const find = (call: Call<{ project: string; component: string; language: string }>) =>
  findTranslation(call, call.params);

/** `/api/translations/…`: components in one language. */
export const translationEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/translations/',
    summary: 'List translations',
    formats: listFormats,
    answers: translationsAnswer,
    handle(request) {
      const components = visibleComponents(Component.query().select('components.id'), request.caller);
      const translations = Translation.query(request.services.db.reader);
      return listTranslations(request, translations.whereIn('translations.component_id', components));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/',
    summary: 'Read a translation',
    find,
    answers: { 200: { description: 'The translation', schema: translationShape } },
    handle: (request) => presentTranslation(viewerOf(request), request.found),
  }),
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/units/',
    summary: 'List the units of a translation',
    formats: listFormats,
    find,
    query: unitFilters,
    answers: unitsAnswer,
    async handle(request) {
      const { found, services, query } = request;
      const units = Unit.query(services.db.reader).where('units.translation_id', found.id);
      return listUnits(request, units, query.q, found.total, found);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/statistics/',
    summary: 'Read the statistics of a translation',
    formats: ['json', 'api', 'json-flat'],
    find,
    answers: { 200: { description: 'Its statistics', schema: translationStatisticsShape } },
    async handle({ found, services, urls }) {
      const { project, path } = found.component;
      const [statistics] = await translationStatistics(services.db.reader, { project, path }, [found], urls);
      return statistics!;
    },
  }),
  changesEndpoint(
    '/api/translations/:project/:component/:language/changes/',
    'a translation',
    'translation_id',
    find,
  ),
];
