import { z } from 'zod';

/** A file that came with a request and lies in a temporary folder; it is removed when the request is answered. */
export class UploadedFile {
  readonly path: string;
  /** As the client calls it, without folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;

  constructor(path: string, name: string, size: number) {
    this.path = path;
    this.name = name;
    this.size = size;
  }
}

/** Bytes that one uploaded file may have. */
export const uploadLimit = 50 * 1024 * 1024;

/** A required file of a multipart form (or the raw body, where an endpoint takes that). */
export function upload() {
  return z.custom<UploadedFile>().check(isFile).meta(binary);
}

/** A file of a multipart form that may be left out; null, which answers carry in its place, means the same. */
export function optionalUpload() {
  return z
    .custom<UploadedFile | null | ''>()
    .optional()
    .check((payload) => {
      if (payload.value) {
        isFile(payload);
      }
    })
    .transform((value) => value || undefined)
    .meta(binary);
}

const binary = { type: 'string', format: 'binary' } as const;

function isFile(payload: z.core.ParsePayload<unknown>): void {
  const problem = problemOf(payload.value);
  if (problem) {
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: problem.detail,
      params: { code: problem.code },
    });
  }
}

function problemOf(value: unknown): { code: string; detail: string } | null {
  if (value === undefined) {
    return { code: 'required', detail: 'No file was submitted.' };
  }
  if (!(value instanceof UploadedFile)) {
    return {
      code: 'invalid',
      detail: 'The submitted data was not a file. Check the encoding type on the form.',
    };
  }
  return value.size === 0 ? { code: 'empty', detail: 'The submitted file is empty.' } : null;
}
