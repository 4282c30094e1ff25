import { z } from 'zod';
import { removeImage } from '../actors/screenshot-files.ts';
import { Screenshot } from '../models/screenshot.ts';
import { addScreenshot, removeScreenshot, replaceImage } from '../models/screenshot-edit.ts';
import { authorise, type FoundTranslation, findTranslation, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { ApiError, invalid, invalidTogether, notFound } from './http/errors.ts';
import { optionalText, text } from './http/fields.ts';
import { type UploadedFile, upload } from './http/upload.ts';
import { keepImage } from './image-upload.ts';

/** What can be changed of a screenshot. */
export const screenshotBody = z.object({
  name: text(200),
  repository_filename: optionalText(200)
    .optional()
    .meta({ description: 'The file in the repository that shows the same' }),
});

export type ScreenshotInput = z.output<typeof screenshotBody>;

const locators = ['project_slug', 'component_slug', 'language_code'] as const;

export const newScreenshotBody = screenshotBody.extend({
  project_slug: text(60),
  component_slug: text(1000),
  language_code: text(50),
  image: upload(),
});

type NewScreenshotInput = z.output<typeof newScreenshotBody>;

/**
 * The translation that the three keys of a body name together.
 * @throws {ApiError} 400 on the first that is missing, on all three when there is no such translation; 403
 */
export async function namedTranslation(
  call: Call,
  body: Readonly<Record<string, unknown>>,
): Promise<FoundTranslation> {
  const [project = '', component = '', language = ''] = locators.map((key) => {
    const value = body[key];
    if (typeof value !== 'string' || value.trim() === '') {
      throw invalid(key, 'This field is required.');
    }
    return value.trim();
  });
  // As in paths, where a component inside a category is one segment.
  const names = { project, component: component.replaceAll(/%2f/gi, '/'), language };
  const translation = await findTranslation(call, names).catch((error: unknown) => {
    const isUnseen = error instanceof ApiError && error.status === 404;
    throw isUnseen ? invalidTogether(locators, 'There is no such translation.') : error;
  });
  authorise(call.caller, 'screenshot.add', translation.component.project);
  return translation;
}

/*
 * An image is stored before its row names it. If the row fails then, the schedule removes the file: the error may have
 * come after the row was written.
 */

/** @throws {ApiError} 400 on `image` */
export async function createScreenshot(
  call: Call,
  translation: FoundTranslation,
  { name, repository_filename, image: file }: NewScreenshotInput,
): Promise<Screenshot> {
  const user = signedIn(call.caller);
  const image = await keepImage(call, file);
  const added = { translation, name, repository_filename, image, user };
  return call.services.db.transaction((trx) => addScreenshot(trx, added));
}

/** @throws {ApiError} 400 on `image`, with which the former image stays; 404 when the screenshot is gone meanwhile */
export async function writeImage(call: Call, { id }: Screenshot, file: UploadedFile): Promise<void> {
  const { db, config } = call.services;
  const user = signedIn(call.caller);
  const image = await keepImage(call, file);
  const former = await db.transaction((trx) => replaceImage(trx, id, image, user));
  if (former === null) {
    throw notFound();
  }
  await removeImage(config.screenshotsFolder, former);
}

export async function deleteScreenshot({ services }: Call, { id }: Screenshot): Promise<void> {
  const image = await services.db.transaction((trx) => removeScreenshot(trx, id));
  if (image !== null) {
    await removeImage(services.config.screenshotsFolder, image);
  }
}

export async function updateScreenshot(
  { services }: Call,
  { id }: Screenshot,
  changes: Partial<ScreenshotInput>,
): Promise<Screenshot> {
  return services.db.transaction(async (trx) => {
    if (Object.keys(changes).length > 0) {
      await Screenshot.query(trx).findById(id).patch(changes);
    }
    const screenshot = await Screenshot.query(trx).findById(id);
    if (!screenshot) {
      throw notFound();
    }
    return screenshot;
  });
}
