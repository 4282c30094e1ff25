import { Screenshot } from '../models/screenshot.ts';
import { authorise, findComponent, findEditableScreenshot, findScreenshot } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint, type Request } from './http/endpoint.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { presentScreenshot, presentScreenshots, screenshotShape } from './present/screenshot.ts';
import {
  createScreenshot,
  deleteScreenshot,
  namedTranslation,
  newScreenshotBody,
  type ScreenshotInput,
  screenshotBody,
  updateScreenshot,
} from './screenshot-write.ts';
import { readHidden } from './visible-changes.ts';
import { visibleScreenshots } from './visible-screenshots.ts';

const listed = listAnswer('Screenshots, by id', screenshotShape);
const one = { 200: { description: 'The screenshot', schema: screenshotShape } };

/** Pictures that show where strings are seen. */
export const screenshotEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/screenshots/',
    summary: 'List screenshots',
    formats: listFormats,
    answers: listed,
    async handle(request) {
      const query = visibleScreenshots(request, await readHidden(request));
      return list(request, { ...listing(request), query });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/screenshots/',
    summary: 'List the screenshots of a component',
    formats: listFormats,
    find: (call) => findComponent(call, call.params),
    answers: listed,
    async handle(request) {
      const query = Screenshot.query(request.services.db.reader)
        .join('translations', 'translations.id', 'screenshots.translation_id')
        .where('translations.component_id', request.found.id);
      return list(request, { ...listing(request), query });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/screenshots/',
    summary: 'Upload a screenshot',
    findByBody: namedTranslation,
    body: newScreenshotBody,
    answers: { 201: { description: 'The new screenshot', schema: screenshotShape } },
    async handle(request) {
      const screenshot = await createScreenshot(request, request.found, request.body);
      const presented = await presentScreenshot(viewerOf(request), screenshot);
      return created(presented, presented.url);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/screenshots/:id/',
    summary: 'Read what is known of a screenshot',
    find: (call) => findScreenshot(call, call.params.id),
    answers: one,
    handle: (request) => presentScreenshot(viewerOf(request), request.found),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/screenshots/:id/',
    summary: 'Describe a screenshot anew',
    find: (call) => findEditableScreenshot(call, call.params.id),
    body: screenshotBody,
    answers: one,
    handle: update,
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/screenshots/:id/',
    summary: 'Change what a screenshot is called',
    find: (call) => findEditableScreenshot(call, call.params.id),
    body: screenshotBody.partial(),
    answers: one,
    handle: update,
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/screenshots/:id/',
    summary: 'Remove a screenshot and its image',
    find: async (call) => {
      const screenshot = await findScreenshot(call, call.params.id);
      authorise(call.caller, 'screenshot.delete', screenshot.translation.component.project);
      return screenshot;
    },
    answers: { 204: { description: 'Removed' } },
    async handle(request) {
      await deleteScreenshot(request, request.found);
      return noContent();
    },
  }),
];

async function update(request: Request<unknown, Screenshot, unknown, Partial<ScreenshotInput>>) {
  const screenshot = await updateScreenshot(request, request.found, request.body);
  return presentScreenshot(viewerOf(request), screenshot);
}

/** What lists of screenshots share. */
function listing(call: Call) {
  return {
    table: 'screenshots',
    load: (ids: number[]) => Screenshot.query(call.services.db.reader).findByIds(ids).execute(),
    present: (screenshots: Screenshot[]) => presentScreenshots(viewerOf(call), screenshots),
  };
}
