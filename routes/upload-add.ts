import { setImmediate as pause } from 'node:timers/promises';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import type { Caller } from '../models/access.ts';
import { action } from '../models/actions.ts';
import { addInBatches } from '../models/string-batches.ts';
import type { NewString } from '../models/string-rows.ts';
import { unitState } from '../models/unit.ts';
import { mayReview } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { ApiError, invalid } from './http/errors.ts';
import { readNewString } from './string-input.ts';
import { UnitMatcher } from './upload-match.ts';
import {
  countTaken,
  hasText,
  rowsAtOnce,
  stateFor,
  type Taken,
  type Upload,
  type UploadCounts,
} from './upload-rows.ts';

const actions = { source: action.NEW_SOURCE_UPLOAD, target: action.NEW_UNIT_UPLOAD };

/**
 * Adds the strings of the rows that are not there yet, untranslated ones too; those that are there stay as they are.
 * @throws {ApiError} 400 on `file` for a string that cannot be added; then none is
 */
export async function addRows(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  upload: Upload,
): Promise<Taken> {
  const { component } = translation;
  const { strings, counts } = await newStrings(
    caller,
    translation,
    upload,
    await UnitMatcher.of(db, translation.id),
  );
  const { user, author } = upload;
  const addition = { component, translation, strings, user, author, actions };
  return countTaken(counts, addInBatches(db, addition), (id) => id !== null);
}

async function newStrings(
  caller: Caller,
  translation: FoundTranslation,
  { uploaded: { rows, monolingual }, rules }: Upload,
  matcher: UnitMatcher,
): Promise<{ strings: NewString[]; counts: UploadCounts }> {
  const { isMonolingual } = translation.component;
  if (monolingual && !isMonolingual) {
    throw invalid('file', 'The file does not say the source texts of its strings.');
  }
  const counts = { not_found: 0, skipped: 0, accepted: 0, total: rows.length };
  const strings: NewString[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) {
      await pause();
    }
    const state = stateFor(row, rules);
    if (state === null) {
      continue;
    }
    if (matcher.holds(row, isMonolingual)) {
      counts.skipped += 1;
    } else {
      strings.push(readString(caller, translation, row, state));
    }
  }
  return { strings, counts };
}

/** The string as a client would add it, with what else the file says of it. */
function readString(caller: Caller, translation: FoundTranslation, row: SyncUnit, wanted: number): NewString {
  const { context, source, target, note, location, flags, explanation } = row;
  const names = translation.component.isMonolingual
    ? { key: context, value: source }
    : { context, source, target };
  const isApproved = row.state === unitState.approved && mayReview(caller, translation);
  const state = isApproved ? unitState.approved : wanted;
  try {
    const string = readNewString(caller, translation, { ...names, ...(hasText(target) ? { state } : {}) });
    const facts = { note, location, flags, explanation };
    return { ...string, facts, isReadOnly: row.state === unitState.readonly };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    const name = JSON.stringify(context || source[0]);
    throw invalid('file', `String ${name}: ${error.message}`);
  }
}
