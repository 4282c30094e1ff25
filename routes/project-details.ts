import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { ComponentLink } from '../models/component-link.ts';
import { Language } from '../models/language.ts';
import { Translation } from '../models/translation.ts';
import { changeFilters, changesAnswer, listChanges } from './changes.ts';
import { findProject } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { list, listAnswer, listFormats, statisticsFormats } from './listing.ts';
import { componentsAnswer, listComponents } from './lists.ts';
import { projectLanguageStatisticsShape, projectStatisticsShape } from './present/statistics.ts';
import { projectLanguageStatistics, projectStatistics } from './statistics.ts';
import { changesOfProject, readHidden } from './visible-changes.ts';

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
    answers: componentsAnswer,
    handle(request) {
      const { found, services, caller } = request;
      const components = visibleComponents(Component.query(services.db.reader), caller);
      return listComponents(request, components.where('components.project_id', found.id));
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
