import type { QueryBuilder } from 'objection';
import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import { searchUnits } from '../search/compile.ts';
import { QueryError } from '../search/parse.ts';
import { findUnit } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { type Page, unitSizes } from './http/paginate.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { presentUnits, type UnitJson, type UnitRow, unitShape } from './present/unit.ts';

/** Filter of every list of units. */
export const unitFilters = z.object({
  q: z.string().optional().meta({ description: 'Search query; empty: all' }),
});

export const unitsAnswer = listAnswer('Units, by id', unitShape);

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
    answers: { 200: { description: 'The unit', schema: unitShape } },
    handle: (request) => presentUnit(request, request.found.id),
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

/** The unit as it is now. */
export async function presentUnit(call: Call, id: number): Promise<UnitJson> {
  const rows: UnitRow[] = await call.services.db.reader('units').where({ id });
  const [presented] = await presentUnits(viewerOf(call), rows);
  return presented!;
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
