import { readBlob } from '../actors/git-history.ts';
import { adapterById } from '../adapters/registry.ts';
import { Translation } from '../models/translation.ts';
import type { FoundTranslation } from './find.ts';
import { type Answer, FileAnswer, notModified } from './http/answer.ts';
import type { Call } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { knowsTag, knowsTime, lastModified } from './http/freshness.ts';
import { uploadLimit } from './http/upload.ts';
import { hasPending, writePending } from './pending-files.ts';
import { openedCopy } from './working-copies.ts';

/**
 * The translation's file as the repository has it, once all edits are in it. The bytes come from git by the hash of
 * the file that was last read, so no path is followed and no half-written file is seen.
 */
export async function downloadFile(call: Call, translation: FoundTranslation): Promise<Answer | FileAnswer> {
  const isPending = await hasPending(call, { translation_id: translation.id });
  if (!isPending && isFresh(call, translation)) {
    return notModified(headersOf(translation));
  }
  let current: Translation = translation;
  if (isPending) {
    await writePending(call, translation.component, translation.id);
    current = await Translation.query(call.services.db.reader).findById(translation.id).throwIfNotFound();
  }
  const [hash = ''] = current.revision.split(',');
  if (hash === '') {
    throw notFound();
  }
  const folder = await openedCopy(call, translation.component);
  const { runner } = call.services;
  const bytes = await readBlob(folder, hash, uploadLimit, { runner });
  return new FileAnswer(Buffer.from(bytes), {
    ...headersOf(current),
    'Content-Type': adapterById(translation.component.file_format)?.contentType ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${fileName(translation)}"`,
  });
}

/** Whether the client has the file already, going by what it sends along. */
function isFresh({ ctx }: Call, translation: Translation): boolean {
  return knowsTag(ctx, tagOf(translation)) ?? knowsTime(ctx, translation.last_change_at);
}

function headersOf(translation: Pick<Translation, 'revision' | 'last_change_at'>): Record<string, string> {
  return { ETag: tagOf(translation), 'Last-Modified': lastModified(translation.last_change_at) };
}

function tagOf({ revision }: Pick<Translation, 'revision'>): string {
  return `"${revision}"`;
}

/** `project-component-language.ext` */
function fileName({ component, language }: FoundTranslation): string {
  const extension = adapterById(component.file_format)?.extension ?? '';
  return `${component.project.slug}-${component.slug}-${language.code}${extension}`;
}
