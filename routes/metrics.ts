import type { Knex } from 'knex';
import { z } from 'zod';
import { contentActions } from '../models/actions.ts';
import { readStatistic } from '../models/statistics.ts';
import { endpoint } from './http/endpoint.ts';
import type { ApiServices } from './http/services.ts';

const metricsShape = z
  .object({
    units: z.int(),
    units_translated: z.int(),
    users: z.int(),
    changes: z.int(),
    projects: z.int(),
    components: z.int(),
    translations: z.int(),
    languages: z.int(),
    checks: z.int(),
    configuration_errors: z.int(),
    suggestions: z.int(),
    background_queues: z.record(z.string(), z.int()),
    name: z.string(),
  })
  .meta({ id: 'Metrics' });

/** `/api/metrics/`: numbers about the whole server, for monitoring. */
export const metricsEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/metrics/',
    summary: 'Read the metrics of the server',
    formats: ['json', 'api', 'csv', 'json-flat', 'openmetrics'],
    signedIn: true,
    answers: { 200: { description: 'The numbers', schema: metricsShape } },
    async handle({ services }) {
      return { ...(await readMetrics(services)), name: services.config.siteTitle };
    },
  }),
];

async function readMetrics({ db: { reader: knex }, milestones }: ApiServices) {
  const sum = await readStatistic(knex, { scope: 'instance', scope_id: 0, language_id: 0 });
  return {
    units: sum.total,
    units_translated: sum.translated,
    users: await countRows(knex('users')),
    changes: await milestones.count(knex, { query: knex('changes'), actions: contentActions, isWhole: true }),
    projects: await countRows(knex('projects')),
    components: await countRows(knex('components')),
    translations: await countRows(knex('translations')),
    languages: await countRows(knex('languages')),
    checks: sum.failing,
    configuration_errors: await countRows(knex('alerts').whereNull('dismissed_at')),
    suggestions: sum.suggestions,
    background_queues: await queueLengths(knex),
  };
}

async function countRows(query: Knex.QueryBuilder): Promise<number> {
  const [row] = await query.count({ found: '*' });
  return row.found;
}

/** Jobs that wait or run, by the kind of actor they are for: the part of a key before its colon. */
async function queueLengths(knex: Knex): Promise<Record<string, number>> {
  const lengths: Record<string, number> = { component: 0 };
  const rows: { key: string; found: number }[] = await knex('jobs')
    .whereIn('state', ['queued', 'running'])
    .groupBy('key')
    .select('key')
    .count({ found: '*' });
  for (const { key, found } of rows) {
    const [queue = ''] = key.split(':');
    lengths[queue] = (lengths[queue] ?? 0) + found;
  }
  return lengths;
}
