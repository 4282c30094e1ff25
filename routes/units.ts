import type { QueryBuilder } from 'objection';
import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import { searchUnits } from '../search/compile.ts';
import { QueryError } from '../search/parse.ts';
import { findUnit } from './find.ts';
import { Answer } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { type Page, unitSizes } from './http/paginate.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { presentUnits, type UnitJson, type UnitRow, unitShape } from './present/unit.ts';
import { unitBody } from './unit-input.ts';
import { unitTag, writeUnit } from './unit-write.ts';

/** Filter of every list of units. */
export const unitFilters = z.object({
  q: z.string().optional().meta({ description: 'Search query; empty: all' }),
});

export const unitsAnswer = listAnswer('Units, by id', unitShape);

const unitAnswer = { 200: { description: 'The unit', schema: unitShape } };

/** `/api/units/…`: strings in their languages. */
export const unitEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/units/',
    summary: 'List units',
    formats: listFormats,
    query: unitFilters,
    answers: unitsAnswer,
    handle: (request) => listUnits(request, visibleUnits(request), request.query.q),
  }),
  endpoint({
    method: 'GET',
    path: '/api/units/:id/',
    summary: 'Read a unit',
    find: (call) => findUnit(call, call.params.id),
    answers: unitAnswer,
    handle: (request) => answerUnit(request, request.found.id),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/units/:id/',
    summary: 'Translate a unit',
    find: (call) => findUnit(call, call.params.id),
    body: unitBody.required({ target: true, state: true }),
    answers: unitAnswer,
    async handle(request) {
      await writeUnit(request, request.found, request.body);
      return answerUnit(request, request.found.id);
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/units/:id/',
    summary: 'Change a unit',
    find: (call) => findUnit(call, call.params.id),
    body: unitBody,
    answers: unitAnswer,
    async handle(request) {
      await writeUnit(request, request.found, request.body);
      return answerUnit(request, request.found.id);
    },
  }),
];

/**
 * A page of `units` that the search `q` finds. `total` is their number without a search, where it is known.
 * @throws {ApiError} 400 on `q` for a query that cannot be read.
 */
export async function listUnits(
  call: Call,
  units: QueryBuilder<Unit>,
  q = '',
  total?: number,
): Promise<Page<UnitJson>> {
  const { db } = call.services;
  const isSearch = q.trim() !== '';
  if (isSearch) {
    search(call, units, q);
  }
  return list(call, {
    query: units,
    table: 'units',
    ...(isSearch || total === undefined ? {} : { count: total }),
    sizes: unitSizes,
    load: (ids): Promise<UnitRow[]> => db.reader('units').whereIn('id', ids),
    present: (rows) => presentUnits(viewerOf(call), rows),
  });
}

function search({ services: { db } }: Call, units: QueryBuilder<Unit>, q: string): void {
  try {
    searchUnits(units, q, { engine: db.engine, now: Date.now() });
  } catch (error) {
    if (error instanceof QueryError) {
      throw invalid('q', error.message);
    }
    throw error;
  }
}

/** The unit as it is now, with its version as ETag. */
async function answerUnit(call: Call, id: number): Promise<Answer> {
  const rows: (UnitRow & { version: number })[] = await call.services.db.reader('units').where({ id });
  const [row] = rows;
  if (!row) {
    throw notFound();
  }
  const [presented] = await presentUnits(viewerOf(call), rows);
  return new Answer(200, presented, { ETag: unitTag(row) });
}

function visibleUnits({ services, caller }: Call): QueryBuilder<Unit> {
  const units = Unit.query(services.db.reader);
  if (caller.user?.is_superuser) {
    return units;
  }
  const components = visibleComponents(Component.query().select('components.id'), caller);
  return units.whereIn(
    'units.translation_id',
    Translation.query().select('translations.id').whereIn('translations.component_id', components),
  );
}
