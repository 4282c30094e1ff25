import { rm } from 'node:fs/promises';
import { multipart } from 'formidable';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { ApiError, invalid, tooLarge, unparsable, unsupportedMediaType } from './errors.ts';
import { saveRawFile } from './raw-file.ts';
import { UploadedFile, uploadLimit } from './upload.ts';

/** Bytes of a JSON or form body; files have `uploadLimit`. */
const textLimit = 1024 * 1024;

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';

export interface ReadBody {
  /** What the body says: an object unless JSON said otherwise. Files are `UploadedFile`s among its values. */
  value: unknown;
  /** Removes the files that came with the body. */
  discardFiles(): Promise<void>;
}

/**
 * Reads the body of a request, of whatever accepted type, into one shape: repeated keys of forms become arrays.
 * `rawFile` names the key of a raw body that has a file name, where the endpoint takes one.
 * @throws {ApiError} 400 for broken syntax or a file that is too large, 413, 415.
 */
export async function readBody(
  ctx: Context,
  { folder, rawFile }: { folder: string; rawFile: string | null },
): Promise<ReadBody> {
  if (!hasBody(ctx)) {
    return withoutFiles({});
  }
  if (rawFile !== null && /\bfilename\*?=/i.test(ctx.get('Content-Disposition'))) {
    const file = await saveRawFile(ctx, folder, rawFile);
    return { value: { [rawFile]: file }, discardFiles: () => discard([file]) };
  }
  if (ctx.is(multipartType)) {
    return readMultipart(ctx, folder);
  }
  if (ctx.is(formType)) {
    return withoutFiles(formValues(await readText(ctx)));
  }
  if (ctx.is(jsonType)) {
    return withoutFiles(parseJson(await readText(ctx)));
  }
  throw unsupportedMediaType(ctx.get('Content-Type'));
}

function withoutFiles(value: unknown): ReadBody {
  return { value, discardFiles: () => Promise.resolve() };
}

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;
}

/**
 * Forms are read as text and taken apart by URLSearchParams: koa-body's own reader of forms nests keys at dots and
 * brackets and turns long lists into objects.
 */
const textReader = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: [jsonType, formType],
  textLimit,
  parsedMethods: Object.values(HttpMethodEnum),
});

async function readText(ctx: Context): Promise<string> {
  try {
    await textReader(ctx, () => Promise.resolve());
  } catch (error) {
    throw bodyError(error);
  }
  return String(ctx.request.body ?? '');
}

function bodyError(error: unknown): unknown {
  const { type, status, httpCode } = Object(error);
  if (type === 'entity.too.large' || status === 413 || httpCode === 413) {
    return tooLarge(textLimit);
  }
  const isClientError = [status, httpCode].some(
    (code) => typeof code === 'number' && code >= 400 && code < 500,
  );
  return isClientError ? unparsable(`The body could not be read: ${Object(error).message}`) : error;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, [
      { code: 'parse_error', detail: `JSON parse error - ${Object(error).message}`, attr: null },
    ]);
  }
}

function formValues(text: string): Record<string, unknown> {
  const params = new URLSearchParams(text);
  const keys = [...new Set(params.keys())];
  return Object.fromEntries(
    keys.map((key) => {
      const all = params.getAll(key);
      return [key, all.length === 1 ? all[0] : all];
    }),
  );
}

/** Files go to `folder` while they arrive, so no request holds one in memory. */
async function readMultipart(ctx: Context, folder: string): Promise<ReadBody> {
  let arriving = 'file';
  const reader = koaBody({
    json: false,
    urlencoded: false,
    text: false,
    multipart: true,
    parsedMethods: Object.values(HttpMethodEnum),
    formidable: {
      uploadDir: folder,
      maxFileSize: uploadLimit,
      maxTotalFileSize: uploadLimit,
      maxFieldsSize: textLimit,
      allowEmptyFiles: true,
      minFileSize: 0,
      enabledPlugins: [multipart, takeTypelessFiles],
      onFileBegin: (name) => {
        arriving = name;
      },
    },
  });
  try {
    await reader(ctx, () => Promise.resolve());
  } catch (error) {
    throw multipartError(error, arriving);
  }
  const value: Record<string, unknown> = { ...(ctx.request.body as object) };
  const files: UploadedFile[] = [];
  for (const [key, sent] of Object.entries(ctx.request.files ?? {})) {
    const uploads = [sent].flat().map((file) => {
      return new UploadedFile(file.filepath, file.originalFilename ?? '', file.size);
    });
    files.push(...uploads);
    value[key] = uploads[0];
  }
  return { value, discardFiles: () => discard(files) };
}

/** A part of a multipart form on its way in. */
interface Part {
  originalFilename: string | null;
  mimetype: string | null;
}

/** Some clients send files without a content type, and formidable would take those for text fields. */
function takeTypelessFiles(form: { onPart(part: Part): unknown; _handlePart(part: Part): unknown }): void {
  form.onPart = (part) => {
    if (part.originalFilename && !part.mimetype) {
      part.mimetype = 'application/octet-stream';
    }
    return form._handlePart(part);
  };
}

/** Codes of formidable's errors. */
const tooLargeCodes = [1009, 1016];
const fieldsTooLargeCodes = [1006, 1007];

function multipartError(error: unknown, field: string): unknown {
  const { code } = Object(error);
  if (tooLargeCodes.includes(code)) {
    return invalid(field, `Uploaded file is too large: the maximum is ${uploadLimit} bytes.`);
  }
  return fieldsTooLargeCodes.includes(code) ? tooLarge(textLimit) : bodyError(error);
}

async function discard(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })));
}
