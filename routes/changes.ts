import type { QueryBuilder } from 'objection';
import { z } from 'zod';
import { actionNames } from '../models/actions.ts';
import { Change } from '../models/change.ts';
import { User } from '../models/user.ts';
import { type Call, type Endpoint, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { moment } from './http/fields.ts';
import { type Page, paginate } from './http/paginate.ts';
import type { PathParams } from './http/path.ts';
import { inOrderOf, listAnswer, listFormats, viewerOf } from './listing.ts';
import { type ChangeJson, changeShape, presentChanges } from './present/change.ts';
import { readHidden, visibleChanges } from './visible-changes.ts';

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

/** The changes of one object: those that name it in `column`. */
export function changesEndpoint<const Path extends string>(
  path: Path,
  what: string,
  column: 'component_id' | 'translation_id',
  find: (call: Call<PathParams<Path>>) => Promise<{ id: number }>,
): Endpoint {
  return endpoint({
    method: 'GET',
    path,
    summary: `List the changes of ${what}`,
    formats: listFormats,
    find,
    query: changeFilters,
    answers: changesAnswer,
    handle(request) {
      const changes = Change.query(request.services.db.reader).where(`changes.${column}`, request.found.id);
      return listChanges(request, { changes, isWhole: false }, request.query);
    },
  });
}

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
  const actions = action === undefined ? null : [...new Set(action.map(Number))];
  const filter = { query, actions, isWhole: isWhole && user === undefined, since, before };
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
