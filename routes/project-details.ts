import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { ComponentLink } from '../models/component-link.ts';
import { Language } from '../models/language.ts';
import { Translation } from '../models/translation.ts';
import { changeFilters, changesAnswer, changesOfProject, listChanges, readHidden } from './changes.ts';
import { findProject } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { list, listAnswer, listFormats, statisticsFormats, viewerOf } from './listing.ts';
import { presentComponents } from './present/component.ts';
import { componentShape } from './present/component-shape.ts';
import { projectLanguageStatisticsShape, projectStatisticsShape } from './present/statistics.ts';
import { projectLanguageStatistics, projectStatistics } from './statistics.ts';

/** The project that the path names. */
const find = (call: Call<{ project: string }>) => findProject(call, call.params.project);

/** `/api/projects/{project}/…`: what there is in a project, and numbers about it. */
export const projectDetailEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/components/',
    summary: 'List the components of a project',
    formats: listFormats,
    find,
    answers: listAnswer('Components, by id', componentShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: visibleComponents(Component.query(reader), request.caller).where(
          'components.project_id',
          request.found.id,
        ),
        table: 'components',
        load: (ids) => Component.query(reader).findByIds(ids).execute(),
        present: (components) => presentComponents(viewerOf(request), components),
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/changes/',
    summary: 'List the changes of a project',
    formats: listFormats,
    find,
    query: changeFilters,
    answers: changesAnswer,
    async handle(request) {
      const hidden = await readHidden(request, request.found);
      const changes = changesOfProject(request, request.found, hidden);
      return listChanges(request, { changes, isWhole: false }, request.query);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/statistics/',
    summary: 'Read the statistics of a project',
    formats: ['json', 'api', 'json-flat'],
    find,
    answers: { 200: { description: 'Its statistics', schema: projectStatisticsShape } },
    handle: ({ found, services, urls }) => projectStatistics(services.db.reader, found, urls),
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/languages/',
    summary: 'List the statistics of the languages of a project',
    formats: statisticsFormats,
    find,
    answers: listAnswer('Statistics, by the name of the language', projectLanguageStatisticsShape),
    async handle(request) {
      const { found, urls } = request;
      const { reader } = request.services.db;
      const shared = ComponentLink.query().where('project_id', found.id).select('component_id');
      const components = Component.query()
        .where('components.project_id', found.id)
        .orWhereIn('components.id', shared)
        .select('components.id');
      const used = Translation.query()
        .whereIn('translations.component_id', components)
        .select('translations.language_id');
      return list(request, {
        query: Language.query(reader).whereIn('languages.id', used),
        table: 'languages',
        order: [
          { column: 'languages.name', order: 'asc' },
          { column: 'languages.id', order: 'asc' },
        ],
        load: (ids) => Language.query(reader).findByIds(ids).execute(),
        present: (languages) => projectLanguageStatistics(reader, found, languages, urls),
      });
    },
  }),
];
