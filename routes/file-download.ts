import { keyOf } from '../actors/component.ts';
import { readBlob } from '../actors/git-history.ts';
import { JobTimeout } from '../actors/job.ts';
import { copyFolder } from '../actors/working-copy.ts';
import { adapterById } from '../adapters/registry.ts';
import { Translation } from '../models/translation.ts';
import type { FoundTranslation } from './find.ts';
import { type Answer, FileAnswer, notModified } from './http/answer.ts';
import type { Call } from './http/endpoint.ts';
import { notFound, repositoryBusy } from './http/errors.ts';
import { uploadLimit } from './http/upload.ts';

/** How long a download waits for the commit of pending edits. */
const patienceMs = 60_000;

/**
 * The translation's file as the repository has it, once all edits are in it. The bytes come from git by the hash of
 * the file that was last read, so no path is followed and no half-written file is seen.
 */
export async function downloadFile(call: Call, translation: FoundTranslation): Promise<Answer | FileAnswer> {
  const isPending = await hasPending(call, translation);
  if (!isPending && isFresh(call, translation)) {
    return notModified(headersOf(translation));
  }
  const current = isPending ? await commitEdits(call, translation) : translation;
  const [hash = ''] = current.revision.split(',');
  if (hash === '') {
    throw notFound();
  }
  const folder = copyFolder(call.services.config.vcsFolder, translation.component.ownerId);
  const bytes = await readBlob(folder, hash, uploadLimit);
  return new FileAnswer(Buffer.from(bytes), {
    ...headersOf(current),
    'Content-Type': adapterById(translation.component.file_format)?.contentType ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${fileName(translation)}"`,
  });
}

async function hasPending({ services }: Call, { id }: Translation): Promise<boolean> {
  const row = await services.db.reader('pending_changes').where('translation_id', id).first('id');
  return row !== undefined;
}

/** Whether the client has the file already, going by what it sends along. */
function isFresh({ ctx }: Call, translation: Translation): boolean {
  const tags = ctx.get('If-None-Match');
  if (tags !== '') {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(tagOf(translation));
  }
  const since = Date.parse(ctx.get('If-Modified-Since'));
  const changed = translation.last_change_at;
  return changed !== null && Math.floor(changed / 1000) * 1000 <= since;
}

async function commitEdits(
  { services, caller, urls }: Call,
  { id, component }: FoundTranslation,
): Promise<Translation> {
  const userId = caller.user?.id ?? null;
  const payload = { component_id: component.id, translation_id: id, user_id: userId };
  try {
    await services.actors.ask(keyOf(component), 'commit', payload, {
      timeoutMs: patienceMs,
      componentId: component.id,
    });
  } catch (error) {
    if (error instanceof JobTimeout) {
      throw repositoryBusy(`Edits wait to be written; try again later or follow ${urls.task(error.uuid)}.`);
    }
    throw error;
  }
  return Translation.query(services.db.reader).findById(id).throwIfNotFound();
}

function headersOf(translation: Pick<Translation, 'revision' | 'last_change_at'>): Record<string, string> {
  const changed = new Date(translation.last_change_at ?? Date.now());
  return { ETag: tagOf(translation), 'Last-Modified': changed.toUTCString() };
}

function tagOf({ revision }: Pick<Translation, 'revision'>): string {
  return `"${revision}"`;
}

/** `project-component-language.ext` */
function fileName({ component, language }: FoundTranslation): string {
  const extension = adapterById(component.file_format)?.extension ?? '';
  return `${component.project.slug}-${component.slug}-${language.code}${extension}`;
}
