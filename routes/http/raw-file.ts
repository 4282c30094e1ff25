import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Context } from 'koa';
import { invalid } from './errors.ts';
import { UploadedFile, uploadLimit } from './upload.ts';

/**
 * Saves a body that is nothing but a file, named by `Content-Disposition: attachment; filename="…"`.
 * @throws {ApiError} 400 on `field` when it is too large.
 */
export async function saveRawFile(ctx: Context, folder: string, field: string): Promise<UploadedFile> {
  const path = join(folder, randomUUID());
  try {
    const size = await writeBody(ctx, path, field);
    return new UploadedFile(path, fileName(ctx.get('Content-Disposition')), size);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeBody(ctx: Context, path: string, field: string): Promise<number> {
  const file = await open(path, 'wx');
  let size = 0;
  try {
    // The request must outlive a refusal: destroying it would cut the connection before the answer.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > uploadLimit) {
        throw invalid(field, `Uploaded file is too large: the maximum is ${uploadLimit} bytes.`);
      }
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return size;
}

function fileName(disposition: string): string {
  const { encoded, quoted, plain } =
    /filename\*=(?:utf-8)''(?<encoded>[^;\s]+)|filename="(?<quoted>(?:[^"\\]|\\.)*)"|filename=(?<plain>[^;\s]+)/i.exec(
      disposition,
    )?.groups ?? {};
  const name = encoded === undefined ? (quoted ?? plain ?? '') : safeDecode(encoded);
  return basename(name.replaceAll('\\', '/'));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape is part of the name then.
    return text;
  }
}
