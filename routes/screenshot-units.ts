import { z } from 'zod';
import { assignUnit, withdrawUnit } from '../models/screenshot-edit.ts';
import { findEditableScreenshot, signedIn } from './find.ts';
import { noContent } from './http/answer.ts';
import { endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { viewerOf } from './listing.ts';
import { presentScreenshot, screenshotShape } from './present/screenshot.ts';

/** `…/units/` of a screenshot: the strings that it shows, all of its own translation. */
export const screenshotUnitEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/screenshots/:id/units/',
    summary: 'Say that a screenshot shows a string',
    find: (call) => findEditableScreenshot(call, call.params.id),
    body: z.object({ unit_id: z.int() }),
    answers: { 200: { description: 'The screenshot', schema: screenshotShape } },
    async handle(request) {
      const { found, services, caller, body } = request;
      const link = { id: found.id, unitId: body.unit_id, user: signedIn(caller) };
      if (!(await services.db.transaction((trx) => assignUnit(trx, link)))) {
        throw invalid('unit_id', 'The translation of the screenshot has no such string.');
      }
      return presentScreenshot(viewerOf(request), found);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/screenshots/:id/units/:unit_id/',
    summary: 'Say that a screenshot does not show a string',
    find: (call) => findEditableScreenshot(call, call.params.id),
    answers: { 204: { description: 'No longer shown' } },
    async handle({ found, services, caller, params }) {
      const link = { id: found.id, unitId: params.unit_id, user: signedIn(caller) };
      if (!(await services.db.transaction((trx) => withdrawUnit(trx, link)))) {
        throw notFound();
      }
      return noContent();
    },
  }),
];
