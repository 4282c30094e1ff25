import { visibleComponents } from '../models/access.ts';
import { Change } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { changeFilters, changesAnswer, listChanges } from './changes.ts';
import { findComponent } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { list, listAnswer, listFormats, statisticsFormats, viewerOf } from './listing.ts';
import { presentComponent, presentComponents } from './present/component.ts';
import { componentShape } from './present/component-shape.ts';
import { translationStatisticsShape } from './present/statistics.ts';
import { presentTranslations, translationShape } from './present/translation.ts';
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
    answers: listAnswer('Components, by id', componentShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: visibleComponents(Component.query(reader), request.caller),
        table: 'components',
        load: (ids) => Component.query(reader).findByIds(ids).execute(),
        present: (components) => presentComponents(viewerOf(request), components),
      });
    },
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
    answers: listAnswer('Translations, by id', translationShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: Translation.query(reader).where('translations.component_id', request.found.id),
        table: 'translations',
        load: (ids) => Translation.query(reader).findByIds(ids).execute(),
        present: (translations) => presentTranslations(viewerOf(request), translations),
      });
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
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/changes/',
    summary: 'List the changes of a component',
    formats: listFormats,
    find,
    query: changeFilters,
    answers: changesAnswer,
    handle(request) {
      const changes = Change.query(request.services.db.reader).where(
        'changes.component_id',
        request.found.id,
      );
      return listChanges(request, { changes, isWhole: false }, request.query);
    },
  }),
];
