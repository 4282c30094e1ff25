import { hash } from 'node:crypto';
import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import {
  baseFor,
  type Conversion,
  checkQuery,
  conversionName,
  conversionRefusal,
  convert,
} from './file-conversion.ts';
import type { FoundTranslation } from './find.ts';
import { type Answer, FileAnswer, notModified } from './http/answer.ts';
import { attachment } from './http/attachment.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { knowsTag, knowsTime, lastModified } from './http/freshness.ts';
import { hasPending } from './pending-files.ts';

/**
 * The strings of a translation in another format. Nothing is committed: they come from the database.
 * @throws {ApiError} 400 on `format` for one that does not suit the component or its strings, on `q` for a bad query
 */
export async function exportFile(
  call: Call,
  translation: FoundTranslation,
  conversion: Conversion,
): Promise<Answer | FileAnswer> {
  const { exporter, q } = conversion;
  const { component, last_change_at: changed } = translation;
  const refusal = conversionRefusal(component, exporter);
  if (refusal !== null) {
    throw invalid('format', refusal);
  }
  checkQuery(call, q);
  const headers = { 'Last-Modified': lastModified(changed) };
  if (await isUnchanged(call, translation, q)) {
    return notModified(headers);
  }
  const bytes = await converted(call, translation, conversion);
  const tag = `"${hash('sha256', bytes).slice(0, 32)}"`;
  if (knowsTag(call.ctx, tag)) {
    return notModified({ ...headers, ETag: tag });
  }
  return new FileAnswer(Buffer.from(bytes), {
    ...headers,
    ETag: tag,
    'Content-Type': `${exporter.contentType}; charset=utf-8`,
    'Content-Disposition': attachment(conversionName(translation, exporter)),
  });
}

/**
 * Whether the client has all edits, going by the time alone; a tag says more. What a query finds may change without an edit,
 * and a waiting edit may be of the very second that the client names.
 */
async function isUnchanged(
  call: Call,
  { id, last_change_at }: FoundTranslation,
  q: string,
): Promise<boolean> {
  if (call.ctx.get('If-None-Match') !== '' || q !== '' || !knowsTime(call.ctx, last_change_at)) {
    return false;
  }
  return !(await hasPending(call, { translation_id: id }));
}

async function converted(
  call: Call,
  translation: FoundTranslation,
  conversion: Conversion,
): Promise<Uint8Array> {
  const base = await baseFor(call, translation.component, conversion.exporter);
  try {
    return await convert(call, translation, conversion, base);
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      throw invalid('format', `The strings cannot be converted: ${error.message}.`);
    }
    throw error;
  }
}
