import type { QueryBuilder } from 'objection';
import { z } from 'zod';
import { seesComponent, visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { placeholders, rawRows } from '../models/raw-rows.ts';
import { readStatistic } from '../models/statistics.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import { UnitCheck } from '../models/unit-check.ts';
import { type FoundTranslation, findUnit } from './find.ts';
import { Answer } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { type Page, unitSizes } from './http/paginate.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { presentUnits, type UnitJson, type UnitRow, unitShape } from './present/unit.ts';
import { searchContext, searchFor } from './search-context.ts';
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
    async handle(request) {
      const { q } = request.query;
      return listUnits(request, visibleUnits(request), q, await countVisible(request));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/units/:id/',
    summary: 'Read a unit',
    find: (call) => findRow(call, call.params.id),
    answers: unitAnswer,
    handle: (request) => answerRow(request, request.found),
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
 * A page of `units` that the search `q` finds. `total` is their number without a search, where it is known; `translation`
 * the one that they are all of.
 * @throws {ApiError} 400 on `q` for a query that cannot be read.
 */
export async function listUnits(
  call: Call,
  units: QueryBuilder<Unit>,
  q = '',
  total?: number,
  translation?: FoundTranslation,
): Promise<Page<UnitJson>> {
  const { db } = call.services;
  const isSearch = q.trim() !== '';
  if (isSearch) {
    searchFor(units, q, await searchContext(db, q, translation));
  }
  return list(call, {
    query: units,
    table: 'units',
    ...(isSearch || total === undefined ? {} : { count: total }),
    sizes: unitSizes,
    load: (ids) => rawRows<UnitRow>(db.reader, `SELECT * FROM units WHERE id IN (${placeholders(ids)})`, ids),
    present: (rows) => presentUnits(viewerOf(call), rows),
  });
}

/** A row of `units`; the version is not among what answers show. */
type VersionedRow = UnitRow & { version: number };

/** The row alone: reading one string is what clients do most. */
async function findRow({ services, caller }: Call, id: number): Promise<VersionedRow> {
  const [row] = await rawRows<VersionedRow & VisibilityColumns>(
    services.db.reader,
    `SELECT units.*, components.restricted, components.project_id, projects.access_control
      FROM units JOIN translations ON translations.id = units.translation_id
      JOIN components ON components.id = translations.component_id
      JOIN projects ON projects.id = components.project_id
      WHERE units.id = ?`,
    [id],
  );
  const project = { id: row?.project_id ?? 0, access_control: row?.access_control ?? 0 };
  if (!row || !seesComponent(caller, { restricted: row.restricted === 1 }, project)) {
    throw notFound();
  }
  return row;
}

interface VisibilityColumns {
  restricted: number;
  project_id: number;
  access_control: number;
}

/** The unit as it is now. */
async function answerUnit(call: Call, id: number): Promise<Answer> {
  return answerRow(call, await findRow(call, id));
}

/** A unit, with its version as ETag. */
async function answerRow(call: Call, row: VersionedRow): Promise<Answer> {
  const [presented] = await presentUnits(viewerOf(call), [row]);
  const checks = row.has_failing_check === 1 ? await UnitCheck.activeOf(call.services.db.reader, row.id) : [];
  return new Answer(200, { ...presented, checks }, { ETag: unitTag(row) });
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

/** How many `visibleUnits` are, from counters: counting the largest of all tables takes as long as it is large. */
async function countVisible({ services, caller }: Call): Promise<number> {
  const { reader } = services.db;
  if (caller.user?.is_superuser) {
    const { total } = await readStatistic(reader, { scope: 'instance', scope_id: 0, language_id: 0 });
    return total;
  }
  const components = visibleComponents(Component.query().select('components.id'), caller);
  const sum = await Translation.query(reader)
    .whereIn('translations.component_id', components)
    .sum('total as total')
    .first();
  return sum?.total ?? 0;
}
