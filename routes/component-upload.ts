import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Upload } from '../actors/create-from-upload.ts';
import { localRepository } from '../actors/repository-url.ts';
import { repositoryFiles } from '../actors/uploaded-archive.ts';
import { FormatError } from '../adapters/adapter.ts';
import { pathForCode } from '../languages/mask.ts';
import type { NewComponentInput } from './component-input.ts';
import type { Call } from './http/endpoint.ts';
import { invalid, invalidTogether } from './http/errors.ts';
import { UploadedFile } from './http/upload.ts';

/** Documents that hold no texts to translate, or none that a format here could read. */
const refusedExtensions =
  /\.(?:doc|docx|rtf|xls|py|js|exe|dll|zip|png|jpe?g|gif|bmp|webp|ico|tiff?|svg|avif|heic)$/i;

/**
 * What an archive or a document in the body says besides: the component has a repository of its own that is nowhere else.
 * The file mask of a document follows from its name where none is given.
 */
export function impliedByUpload(body: Record<string, unknown>): Record<string, unknown> {
  const { zipfile, docfile, slug, filemask } = body;
  if (!(zipfile instanceof UploadedFile || docfile instanceof UploadedFile)) {
    return body;
  }
  const implied = { ...body, repo: localRepository, vcs: 'local', branch: 'main' };
  const isMasked = filemask !== undefined && filemask !== '';
  const extension = docfile instanceof UploadedFile ? extname(docfile.name).toLowerCase() : '';
  return isMasked || extension === '' ? implied : { ...implied, filemask: `${slug}/*${extension}` };
}

/** `input` with an uploaded document as the base file, which has the source language. */
export function withDocument(input: NewComponentInput, languageCode: string): NewComponentInput {
  if (!input.docfile) {
    return input;
  }
  const path = pathForCode(input.filemask, languageCode);
  return { ...input, template: path, new_base: path };
}

/**
 * Puts the uploaded file where the component's job finds it, out of reach of the request, which removes its files when it
 * ends. Nothing is written of an archive that is not in order.
 * @throws {ApiError} 400 on `zipfile` or `docfile`
 */
export async function keepUpload(
  { services }: Call,
  { zipfile, docfile, template }: NewComponentInput,
): Promise<Upload | undefined> {
  if (zipfile && docfile) {
    throw invalidTogether(['zipfile', 'docfile'], 'Give either an archive or a document.');
  }
  if (zipfile) {
    await checkArchive(zipfile);
  }
  if (docfile && refusedExtensions.test(docfile.name)) {
    const extension = extname(docfile.name);
    throw invalid('docfile', `Files with the extension ${extension} are not taken.`, 'invalid_extension');
  }
  const uploaded = zipfile ?? docfile;
  if (!uploaded) {
    return undefined;
  }
  const file = join(services.config.uploadsFolder, `create-${randomUUID()}`);
  await rename(uploaded.path, file);
  return { file, path: docfile ? (template ?? '') : null };
}

async function checkArchive({ path }: UploadedFile): Promise<void> {
  try {
    repositoryFiles(await readFile(path));
  } catch (error) {
    if (error instanceof FormatError) {
      throw invalid('zipfile', error.message);
    }
    throw error;
  }
}
