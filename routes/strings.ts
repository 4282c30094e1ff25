import { z } from 'zod';
import type { JobFailed } from '../actors/job.ts';
import { extraFlagsOf, flagsOfUnit } from '../models/extra-flags.ts';
import { addString, StringExists } from '../models/string-add.ts';
import { loadPlace } from '../models/surroundings.ts';
import { isTerminology } from '../models/terminology.ts';
import { stringRefusal } from '../models/unit-rights.ts';
import { askActor, demandDone } from './ask-actor.ts';
import { type FoundUnit, findTranslation, findUnit, signedIn } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { ApiError, denied, invalid, notFound, refuse, repositoryBusy } from './http/errors.ts';
import { viewerOf } from './listing.ts';
import { presentUnits, type UnitRow, unitShape } from './present/unit.ts';
import { newStringBody, readNewString } from './string-input.ts';

/** Strings that come and go, and the languages of one. */
export const stringEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/translations/:project/:component/:language/units/',
    summary: 'Add a string',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      refuse(stringRefusal(call.caller, translation, 'add'));
      return translation;
    },
    body: newStringBody,
    answers: { 201: { description: 'The new unit', schema: unitShape } },
    async handle(request) {
      const { found: translation, caller, services, urls, body } = request;
      const string = readNewString(caller, translation, body);
      const { component } = translation;
      const user = signedIn(caller);
      const id = await services.db
        .transaction((trx) => addString(trx, { component, translation, string, user }))
        .catch((error: unknown) => {
          throw error instanceof StringExists ? invalid('non_field_errors', error.message) : error;
        });
      const rows: UnitRow[] = await services.db.reader('units').where('id', id);
      const [presented] = await presentUnits(viewerOf(request), rows);
      return created(presented!, urls.unit(id));
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/units/:id/',
    summary: 'Remove a string, from all languages or from one',
    find: async (call) => {
      const unit = await findUnit(call, call.params.id);
      refuse(stringRefusal(call.caller, unit.translation, 'delete'));
      await refuseTerminology(call, unit);
      return unit;
    },
    answers: { 204: { description: 'Removed' } },
    async handle(request) {
      await removeString(request, request.found);
      return noContent();
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/units/:id/translations/',
    summary: 'Read the translations of a source string',
    find: (call) => findUnit(call, call.params.id),
    answers: { 200: { description: 'Units of the other languages, by id', schema: z.array(unitShape) } },
    async handle(request) {
      const { found: unit, services } = request;
      if (unit.source_unit_id !== null && unit.source_unit_id !== unit.id) {
        const detail = 'This is no source string.';
        throw new ApiError(400, [{ code: 'not-a-source-unit', detail, attr: null }]);
      }
      const rows: UnitRow[] = await services.db
        .reader('units')
        .where('source_unit_id', unit.id)
        .whereNot('id', unit.id)
        .orderBy('id');
      return presentUnits(viewerOf(request), rows);
    },
  }),
];

/** What shall be in all languages of a glossary goes from all of them. */
async function refuseTerminology({ services: { db } }: Call, unit: FoundUnit): Promise<void> {
  const { component, is_source: isSource } = unit.translation;
  if (!component.is_glossary || isSource) {
    return;
  }
  const place = await loadPlace(db.reader, unit.translation_id);
  const flags = flagsOfUnit(unit, await extraFlagsOf(db.reader, [unit]));
  if (isTerminology(component, place, flags)) {
    throw denied('Terminology is removed in the source language.');
  }
}

/** Removing is a commit; the answer waits for it. */
async function removeString(call: Call, unit: FoundUnit): Promise<void> {
  const particulars = { unit_id: unit.id };
  demandDone(
    await askActor(call, unit.translation.component, 'remove-unit', particulars, { failed: refuseRemoval }),
  );
}

function refuseRemoval({ code, message: detail }: JobFailed): never {
  switch (code) {
    case 'not_found':
      throw notFound();
    case 'unreadable':
      throw new ApiError(500, [{ code: 'error', detail, attr: null }]);
    default:
      throw repositoryBusy(detail);
  }
}
