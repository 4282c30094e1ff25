import { z } from 'zod';
import { taskResult } from '../actors/job.ts';
import { seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Job } from '../models/job.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';

const taskShape = z
  .object({ completed: z.boolean(), progress: z.int(), result: z.unknown(), log: z.string() })
  .meta({ id: 'Task' });

/** `/api/tasks/…`: background jobs. There is no list of them. */
export const taskEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/tasks/:uuid/',
    summary: 'Follow a background task',
    find: (call) => findJob(call, call.params.uuid),
    answers: { 200: { description: 'How far it is', schema: taskShape } },
    async handle({ found }) {
      return {
        completed: found.isCompleted,
        progress: found.isCompleted ? 100 : found.progress,
        result: taskResult(found),
        log: found.log,
      };
    },
  }),
];

/** A job is seen by who started it and by those who see its component. */
async function findJob({ services, caller }: Call, uuid: string): Promise<Job> {
  const job = await Job.query(services.db.reader).findOne({ uuid });
  if (!job) {
    throw notFound();
  }
  const isOwn = caller.user !== null && job.user_id === caller.user.id;
  if (isOwn || caller.user?.is_superuser) {
    return job;
  }
  const component =
    job.component_id === null
      ? undefined
      : await Component.query(services.db.reader).findById(job.component_id).withGraphFetched('project');
  if (!component?.project || !seesComponent(caller, component, component.project)) {
    throw notFound();
  }
  return job;
}
