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
import { type Page, paginate } from './http/paginate.ts';
import { inOrderOf, listAnswer, listFormats, viewerOf } from './listing.ts';
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
    async handle(request) {
      const hidden = await readHidden(request);
      return listChanges(request, { changes: visibleChanges(request, hidden), isWhole: true }, request.query);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/changes/:id/',
    summary: 'Read a change',
    async find(call) {
      const hidden = await readHidden(call);
      const change = await visibleChanges(call, hidden).findOne('changes.id', call.params.id);
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

/** A page of `changes`, the newest first, filtered. `isWhole`: they are those of everything, not of one object. */
export async function listChanges(
  call: Call,
  { changes, isWhole }: { changes: QueryBuilder<Change>; isWhole: boolean },
  { user, action, timestamp_after: since, timestamp_before: before }: z.output<typeof changeFilters>,
): Promise<Page<ChangeJson>> {
  const { milestones, db } = call.services;
  const query = changes.toKnexQuery().clearSelect();
  if (user !== undefined) {
    const acting = await User.named(db.reader, user);
    // Nobody has the id 0.
    query.where('changes.user_id', acting?.id ?? 0);
  }
  if (since !== undefined) {
    query.where('changes.timestamp', '>=', since);
  }
  if (before !== undefined) {
    query.where('changes.timestamp', '<=', before);
  }
  const actions = action === undefined ? null : [...new Set(action.map(Number))];
  const filter = { query, actions, isWhole: isWhole && user === undefined };
  const count = await milestones.count(db.reader, filter);
  return paginate(call, {
    count,
    async items(limit, offset) {
      const ids = await milestones.ids(db.reader, filter, { offset, limit, count });
      const rows = await Change.query(db.reader).findByIds(ids);
      return presentChanges(viewerOf(call), inOrderOf(ids, rows));
    },
  });
}

/**
 * What the caller does not see, by ids; null where there is too much of it to name. Numbers in a condition let both
 * engines read a list from its index; with a subquery they may read all projects first and sort what they find.
 */
export interface Hidden {
  projects: readonly number[] | null;
  /** Of projects that he sees. */
  components: readonly number[] | null;
}

/** @param project where only that one matters, which the caller sees */
export async function readHidden({ services, caller }: Call, project?: Project): Promise<Hidden> {
  if (caller.user?.is_superuser) {
    return { projects: [], components: [] };
  }
  const { reader } = services.db;
  const components = Component.query(reader)
    .where('components.restricted', 1)
    .whereNotIn('components.id', visibleComponents(Component.query().select('components.id'), caller));
  if (project) {
    components.where('components.project_id', project.id);
    return { projects: [], components: namedIds(await components.select('id').limit(mostNamed + 1)) };
  }
  const projects = Project.query(reader).whereNotIn('projects.id', visibleProjectIds(caller));
  return {
    projects: namedIds(await projects.select('id').limit(mostNamed + 1)),
    components: namedIds(await components.select('id').limit(mostNamed + 1)),
  };
}

/** What a condition can name one by one; more is left to a subquery. */
const mostNamed = 500;

function namedIds(rows: readonly { id: number }[]): number[] | null {
  return rows.length > mostNamed ? null : rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Changes of what the caller sees; those that belong to no project only for superusers. */
export function visibleChanges({ services, caller }: Call, hidden: Hidden): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader);
  if (caller.user?.is_superuser) {
    return changes;
  }
  const { projects } = hidden;
  const narrowed =
    projects === null
      ? changes.whereIn('changes.project_id', visibleProjectIds(caller))
      : changes.whereNotNull('changes.project_id').whereNotIn('changes.project_id', projects);
  return withoutComponents(narrowed, caller, hidden);
}

/** Changes of a project that the caller sees; those of components hidden from him are left out. */
export function changesOfProject(
  { services, caller }: Call,
  project: Project,
  hidden: Hidden,
): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader).where('changes.project_id', project.id);
  return withoutComponents(changes, caller, hidden);
}

function withoutComponents(
  changes: QueryBuilder<Change>,
  caller: Caller,
  { components }: Hidden,
): QueryBuilder<Change> {
  if (components?.length === 0) {
    return changes;
  }
  const visible = () => visibleComponents(Component.query().select('components.id'), caller);
  return changes.where((condition) =>
    components === null
      ? condition.whereNull('changes.component_id').orWhereIn('changes.component_id', visible())
      : condition.whereNull('changes.component_id').orWhereNotIn('changes.component_id', components),
  );
}

function visibleProjectIds(caller: Caller): QueryBuilder<Project> {
  return visibleProjects(Project.query().select('projects.id'), caller);
}
