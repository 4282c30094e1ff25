import { z } from 'zod';
import { taskResult } from '../actors/job.ts';
import { jobsAhead } from '../actors/job-rows.ts';
import { may, seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Job } from '../models/job.ts';
import type { Project } from '../models/project.ts';
import { noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { denied, notFound } from './http/errors.ts';

/** What a queued job waits for; null: for nothing but its turn, or it is no longer queued. */
const waitingShape = z
  .object({ ahead: z.int(), running: z.string().nullable(), kind: z.string() })
  .nullable();

const taskShape = z
  .object({
    completed: z.boolean(),
    progress: z.int(),
    result: z.unknown(),
    log: z.string(),
    waiting_for: waitingShape,
  })
  .meta({ id: 'Task' });

/** They complete what an earlier answer has promised: without them a component would stay half made or half removed. */
const unstoppable: readonly string[] = ['create', 'configure', 'remove-component'];

/** `/api/tasks/…`: background jobs. There is no list of them. */
export const taskEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/tasks/:uuid/',
    summary: 'Follow a background task',
    find: (call) => findTask(call, call.params.uuid),
    answers: { 200: { description: 'How far it is', schema: taskShape } },
    async handle(request) {
      const { job } = request.found;
      return {
        completed: job.isCompleted,
        progress: job.isCompleted ? 100 : job.progress,
        result: taskResult(job),
        log: job.log,
        waiting_for: job.state === 'queued' ? await waitingFor(request, job) : null,
      };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/tasks/:uuid/',
    summary: 'Cancel a background task that has not started',
    find: async (call) => {
      const task = await findTask(call, call.params.uuid);
      authoriseCancel(call, task);
      return task;
    },
    answers: { 204: { description: 'Cancelled, or it had started already and goes on' } },
    async handle({ found, services }) {
      await services.actors.cancel(found.job.uuid);
      return noContent();
    },
  }),
];

interface Task {
  job: Job;
  /** The one that the job is about; null: none, or it is gone. */
  component: (Component & { project: Project }) | null;
}

/** A job is seen by who started it and by those who see its component. */
async function findTask({ services, caller }: Call, uuid: string): Promise<Task> {
  const job = await Job.query(services.db.reader).findOne({ uuid });
  if (!job) {
    throw notFound();
  }
  const found =
    job.component_id === null
      ? undefined
      : await Component.query(services.db.reader).findById(job.component_id).withGraphFetched('project');
  const component = found?.project ? (found as Component & { project: Project }) : null;
  const isVisible = component !== null && seesComponent(caller, component, component.project);
  if (!isVisible && !isOwn({ caller }, job) && !caller.user?.is_superuser) {
    throw notFound();
  }
  return { job, component };
}

/** @throws {ApiError} 403 */
function authoriseCancel({ caller }: Call, { job, component }: Task): void {
  const mayEdit = component !== null && may(caller, 'component.edit', component.project);
  if (!mayEdit && !isOwn({ caller }, job) && !caller.user?.is_superuser) {
    throw denied();
  }
  if (unstoppable.includes(job.kind)) {
    throw denied('This task completes a change that was accepted already; it cannot be cancelled.');
  }
}

function isOwn({ caller }: Pick<Call, 'caller'>, job: Job): boolean {
  return caller.user !== null && job.user_id === caller.user.id;
}

async function waitingFor({ services, urls }: Call, job: Job): Promise<z.infer<typeof waitingShape>> {
  const ahead = await jobsAhead(services.db.reader, job);
  const [first] = ahead;
  if (!first) {
    return null;
  }
  const running = first.state === 'running' ? urls.task(first.uuid) : null;
  return { ahead: ahead.length, running, kind: first.kind };
}
