import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { type Counts, countColumns } from '../models/counted.ts';
import { Translation } from '../models/translation.ts';
import { findProject } from './find.ts';
import { endpoint } from './http/endpoint.ts';

const numbers = z.object(Object.fromEntries(countColumns.map((name) => [name, z.int()])));

/** `/api/projects/{project}/metrics/`: numbers of each language of each component, for monitoring. */
export const projectMetricsEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/metrics/',
    summary: 'Read the metrics of a project',
    formats: ['json', 'api', 'csv', 'openmetrics'],
    find: (call) => findProject(call, call.params.project),
    answers: {
      200: {
        description: 'Numbers by component (its path in the project) and language',
        schema: z.record(z.string(), z.record(z.string(), numbers)).meta({ id: 'ProjectMetrics' }),
      },
    },
    async handle({ found, services, caller }) {
      const { reader } = services.db;
      const components = await visibleComponents(Component.query(reader), caller)
        .where('components.project_id', found.id)
        .orderBy('components.path');
      const translations = await Translation.query(reader)
        .joinRelated('language')
        .whereIn(
          'translations.component_id',
          components.map(({ id }) => id),
        )
        .orderBy('language.code')
        .select('translations.*', 'language.code');
      const byComponent = Map.groupBy(translations, ({ component_id }) => component_id);
      return Object.fromEntries(
        components.map(({ id, path }) => [
          path.slice(found.slug.length + 1),
          Object.fromEntries((byComponent.get(id) ?? []).map((row) => [codeOf(row), countsOf(row)])),
        ]),
      );
    },
  }),
];

/** The column that the join has added. */
function codeOf(translation: Translation): string {
  return (translation as Translation & { code: string }).code;
}

function countsOf(counts: Counts): Record<string, number> {
  return Object.fromEntries(countColumns.map((name) => [name, counts[name]]));
}
