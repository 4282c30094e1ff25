import type { QueryBuilder } from 'objection';
import { z } from 'zod';
import { type Caller, visibleComponents, visibleProjects } from '../models/access.ts';
import { actionNames } from '../models/actions.ts';
import { Change } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { Project } from '../models/project.ts';
import { User } from '../models/user.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { moment } from './http/fields.ts';
import type { Page } from './http/paginate.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { type ChangeJson, changeShape, presentChanges } from './present/change.ts';

/** Filters of every list of changes; all of them together must hold. */
export const changeFilters = z.object({
  user: z.string().optional().meta({ description: 'Username of who acted' }),
  action: z
    .array(z.string())
    .check((payload) => {
      const unknown = payload.value.find((id) => !/^\d+$/.test(id) || !actionNames.has(Number(id)));
      if (unknown !== undefined) {
        payload.issues.push({
          code: 'custom',
          input: payload.value,
          message: `"${unknown}" is not a valid choice.`,
          params: { code: 'invalid_choice' },
        });
      }
    })
    .optional()
    .meta({ description: 'Kinds of change; repeated: any of them' }),
  timestamp_after: moment().optional().meta({ description: 'Not before this time' }),
  timestamp_before: moment().optional().meta({ description: 'Not after this time' }),
});

/** Declares the answer of a list of changes. */
export const changesAnswer = listAnswer('Changes, the newest first', changeShape);

/** `/api/changes/…`: the history of everything. */
export const changeEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/changes/',
    summary: 'List changes',
    formats: listFormats,
    query: changeFilters,
    answers: changesAnswer,
    handle: (request) => listChanges(request, visibleChanges(request), request.query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/changes/:id/',
    summary: 'Read a change',
    async find(call) {
      const change = await visibleChanges(call).findOne('changes.id', call.params.id);
      if (!change) {
        throw notFound();
      }
      return change;
    },
    answers: { 200: { description: 'The change', schema: changeShape } },
    async handle(request) {
      const [presented] = await presentChanges(viewerOf(request), [request.found]);
      return presented!;
    },
  }),
];

/** A page of `changes`, the newest first, filtered. */
export async function listChanges(
  call: Call,
  changes: QueryBuilder<Change>,
  filters: z.output<typeof changeFilters>,
): Promise<Page<ChangeJson>> {
  const { reader } = call.services.db;
  const { user, action, timestamp_after: after, timestamp_before: before } = filters;
  if (user !== undefined) {
    const acting = await User.named(reader, user);
    // Nobody has the id 0.
    changes.where('changes.user_id', acting?.id ?? 0);
  }
  if (action !== undefined) {
    changes.whereIn('changes.action', action.map(Number));
  }
  if (after !== undefined) {
    changes.where('changes.timestamp', '>=', after);
  }
  if (before !== undefined) {
    changes.where('changes.timestamp', '<=', before);
  }
  return list(call, {
    query: changes,
    table: 'changes',
    order: [
      { column: 'changes.timestamp', order: 'desc' },
      { column: 'changes.id', order: 'desc' },
    ],
    load: (ids) => Change.query(reader).findByIds(ids).execute(),
    present: (rows) => presentChanges(viewerOf(call), rows),
  });
}

/** Changes of what the caller sees; those that belong to no project only for superusers. */
export function visibleChanges({ services, caller }: Call): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader);
  return caller.user?.is_superuser
    ? changes
    : ofVisibleComponents(changes, caller).whereIn(
        'changes.project_id',
        visibleProjects(Project.query().select('projects.id'), caller),
      );
}

/** Changes of a project that the caller sees; those of components hidden from him are left out. */
export function changesOfProject({ services, caller }: Call, project: Project): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader).where('changes.project_id', project.id);
  return caller.user?.is_superuser ? changes : ofVisibleComponents(changes, caller);
}

function ofVisibleComponents(changes: QueryBuilder<Change>, caller: Caller): QueryBuilder<Change> {
  const components = visibleComponents(Component.query().select('components.id'), caller);
  return changes.where((condition) =>
    condition.whereNull('changes.component_id').orWhereIn('changes.component_id', components),
  );
}
