import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { openImage } from '../actors/screenshot-files.ts';
import { imageKindOf } from '../adapters/images/image.ts';
import { Screenshot } from '../models/screenshot.ts';
import { findEditableScreenshot, findScreenshot } from './find.ts';
import { FileAnswer } from './http/answer.ts';
import { attachment } from './http/attachment.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound, unsupportedMediaType } from './http/errors.ts';
import { upload } from './http/upload.ts';
import { writeImage } from './screenshot-write.ts';

const path = '/api/screenshots/:id/file/';

/** `…/file/` of a screenshot: its image. */
export const screenshotFileEndpoints = [
  endpoint({
    method: 'GET',
    path,
    summary: 'Download the image of a screenshot',
    formats: 'own',
    find: (call) => findScreenshot(call, call.params.id),
    answers: { 200: { description: 'The image' } },
    handle: (request) => downloadImage(request, request.found),
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    endpoint({
      method,
      path,
      summary: 'Replace the image of a screenshot',
      formats: 'own',
      find: async (call) => {
        const screenshot = await findEditableScreenshot(call, call.params.id);
        refuseTexts(call);
        return screenshot;
      },
      body: z.object({ image: upload() }),
      rawFile: 'image',
      answers: { 200: { description: 'Replaced', schema: z.object({ result: z.literal(true) }) } },
      async handle(request) {
        await writeImage(request, request.found, request.body.image);
        return { result: true };
      },
    }),
  ),
];

/** Bodies that cannot hold a file, but for a file that its client calls so. @throws {ApiError} 415 */
function refuseTexts({ ctx }: Call): void {
  const isNamed = ctx.get('Content-Disposition') !== '';
  if (!isNamed && ctx.is('application/json', 'application/x-www-form-urlencoded')) {
    throw unsupportedMediaType(ctx.get('Content-Type'));
  }
}

/** To be saved and not shown, in case that a browser takes it for something else than the image that it is. */
async function downloadImage(call: Call, screenshot: Screenshot): Promise<FileAnswer> {
  const { file, image } = await openCurrent(call, screenshot);
  const { size } = await file.stat();
  const kind = imageKindOf(image);
  const name = `screenshot-${screenshot.id}${kind?.extensions[0] ?? ''}`;
  return new FileAnswer(file.createReadStream(), {
    'Content-Type': kind?.contentType ?? 'application/octet-stream',
    'Content-Length': String(size),
    'Content-Disposition': attachment(name),
  });
}

/** @throws {ApiError} 404 when the file is lost */
async function openCurrent(
  { services }: Call,
  { id, image }: Screenshot,
): Promise<{ file: FileHandle; image: string }> {
  const { screenshotsFolder } = services.config;
  const file = await openImage(screenshotsFolder, image);
  if (file) {
    return { file, image };
  }
  // Somebody may have replaced it between the look at the row and that at the file.
  const current = await Screenshot.query(services.db.reader).findById(id);
  const other = current && (await openImage(screenshotsFolder, current.image));
  if (!other) {
    throw notFound();
  }
  return { file: other, image: current.image };
}
