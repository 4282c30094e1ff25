import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { changesEndpoint } from './changes.ts';
import { findComponent } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { list, listAnswer, listFormats, statisticsFormats, viewerOf } from './listing.ts';
import { componentsAnswer, listComponents, listTranslations, translationsAnswer } from './lists.ts';
import { presentComponent } from './present/component.ts';
import { componentShape } from './present/component-shape.ts';
import { translationStatisticsShape } from './present/statistics.ts';
import { translationStatistics } from './statistics.ts';

/** The component that the path names. */
const find = (call: Call<{ project: string; component: string }>) => findComponent(call, call.params);

/** Sizes of pages of a component's statistics: one page can hold every language. */
const statisticsSizes = (call: Call) => ({ initial: call.services.config.pageSize, maximum: 10_000 });

/** `/api/components/…`: components and what there is in them. */
export const componentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/components/',
    summary: 'List components',
    formats: listFormats,
    answers: componentsAnswer,
    handle: (request) =>
      listComponents(request, visibleComponents(Component.query(request.services.db.reader), request.caller)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/',
    summary: 'Read a component',
    find,
    answers: { 200: { description: 'The component', schema: componentShape } },
    handle: (request) => presentComponent(viewerOf(request), request.found),
  }),
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/translations/',
    summary: 'List the translations of a component',
    formats: listFormats,
    find,
    answers: translationsAnswer,
    handle(request) {
      const translations = Translation.query(request.services.db.reader);
      return listTranslations(request, translations.where('translations.component_id', request.found.id));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/statistics/',
    summary: 'List the statistics of the translations of a component',
    formats: statisticsFormats,
    find,
    answers: listAnswer('Statistics, by the id of the translation', translationStatisticsShape),
    async handle(request) {
      const { found, urls } = request;
      const { reader } = request.services.db;
      return list(request, {
        query: Translation.query(reader).where('translations.component_id', found.id),
        table: 'translations',
        sizes: statisticsSizes(request),
        load: (ids) => Translation.query(reader).findByIds(ids).withGraphFetched('language').execute(),
        present: (translations) =>
          translationStatistics(reader, { project: found.project, path: found.path }, translations, urls),
      });
    },
  }),
  changesEndpoint('/api/components/:project/:component/changes/', 'a component', 'component_id', find),
];
