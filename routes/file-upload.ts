import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { discardUpload } from '../actors/uploaded-file.ts';
import type { PlacedComponent } from '../actors/workplace.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { Component } from '../models/component.ts';
import type { User } from '../models/user.ts';
import { askActor } from './ask-actor.ts';
import { type FoundTranslation, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { denied, invalid } from './http/errors.ts';
import type { UploadedFile } from './http/upload.ts';
import { addRows } from './upload-add.ts';
import { uploadAuthor } from './upload-author.ts';
import { readRules, type UploadInput, type UploadRules } from './upload-input.ts';
import { mergeRows } from './upload-merge.ts';
import type { UploadMethod } from './upload-methods.ts';
import type { Taken, UploadCounts } from './upload-rows.ts';
import { suggestRows } from './upload-suggest.ts';
import { readUpload } from './uploaded-rows.ts';

export interface UploadResult extends UploadCounts {
  result: boolean;
  count: number;
}

/**
 * Takes over what an uploaded file says: string by string, or as the file itself.
 * @throws {ApiError} 400 on the key that is wrong, 403 when the component is locked meanwhile, 423 when the repository
 * is busy
 */
export async function uploadFile(
  call: Call,
  translation: FoundTranslation,
  input: UploadInput,
): Promise<UploadResult> {
  const { services, caller } = call;
  const rules = readRules(caller, translation, input);
  const people = { user: signedIn(caller), author: await uploadAuthor(call, translation, input) };
  const { counts, isLocked } =
    rules.method === 'replace' || rules.method === 'source'
      ? await runJob(call, translation, { file: input.file, method: rules.method, author: people.author })
      : await readAndTake(call, translation, { file: input.file, rules, ...people });
  await services.db.transaction((trx) =>
    recordChange(trx, {
      action: action.FILE_UPLOAD,
      translation_id: translation.id,
      user_id: people.user.id,
      author_id: people.author.id,
      details: { method: rules.method, ...counts, ...(isLocked ? { locked: true } : {}) },
    }),
  );
  if (isLocked) {
    const done = `${counts.accepted} of ${counts.total} strings were taken over, and stay`;
    throw denied(`The component was locked during the upload: ${done}.`);
  }
  return { ...counts, result: counts.accepted > 0, count: counts.total };
}

async function readAndTake(
  call: Call,
  translation: FoundTranslation,
  { file, rules, user, author }: { file: UploadedFile; rules: UploadRules; user: User; author: User },
): Promise<Taken> {
  const { db, pool } = call.services;
  const component = await Component.query(db.reader)
    .findById(translation.component_id)
    .withGraphFetched('[project, source_language.plural]')
    .throwIfNotFound();
  const uploaded = await readUpload(pool, { translation, component: component as PlacedComponent }, file);
  return takeRows(rules.method)(call, translation, { uploaded, rules, user, author });
}

function takeRows(method: UploadMethod): typeof mergeRows {
  switch (method) {
    case 'suggest':
      return suggestRows;
    case 'add':
      return addRows;
    default:
      return mergeRows;
  }
}

const jobKinds = { replace: 'replace-file', source: 'update-sources' } as const;

/** Uploads that become files of the repository. */
async function runJob(
  call: Call,
  { id, component }: FoundTranslation,
  { file, method, author }: { file: UploadedFile; method: keyof typeof jobKinds; author: User },
): Promise<Taken> {
  // Out of reach of the request, which removes its files when it ends; this one is the job's.
  const kept = join(call.services.config.uploadsFolder, `${method}-${randomUUID()}`);
  await rename(file.path, kept);
  const particulars = { translation_id: id, file: kept, author_id: author.id };
  const { total, accepted } = await askActor(call, component, jobKinds[method], particulars, {
    busy: (task) => `The file will be taken over later; follow ${task}.`,
    async failed({ code, message }) {
      await discardUpload({ file: kept });
      throw code === 'locked' ? denied(message) : invalid('file', message);
    },
  });
  return { counts: { not_found: 0, skipped: 0, accepted, total }, isLocked: false };
}
