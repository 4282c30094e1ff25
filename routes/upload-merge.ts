import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import type { Caller } from '../models/access.ts';
import { action } from '../models/actions.ts';
import { joinForms } from '../models/forms.ts';
import { spreadOn } from '../models/propagation.ts';
import { isFuzzy, unitState } from '../models/unit.ts';
import { EditRefused, type EditResult, editUnit } from '../models/unit-edit.ts';
import { mayCopyTo, unitRefusal } from '../models/unit-rights.ts';
import type { User } from '../models/user.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import type { UploadRules } from './upload-input.ts';
import { UnitMatcher, type UploadedUnit } from './upload-match.ts';
import type { UploadedRows } from './uploaded-rows.ts';

/** What became of the strings of an upload. */
export interface UploadCounts {
  /** Of no string here. */
  not_found: number;
  /** Equal to what is there, or protected. */
  skipped: number;
  /** Changed a string. */
  accepted: number;
  /** In the file. */
  total: number;
}

/**
 * Strings of one transaction. Each costs as much as a save, and all counters stay locked until its end: one save of
 * somebody else gets its turn after each transaction. On SQLite a few share the wait for the disk; on MariaDB and MySQL
 * saves would wait for the locks of five strings, and the upload itself takes twice as long then.
 */
const batchSizes = { sqlite: 5, mysql: 1 };
/** Rows of the file looked up between two turns of other work. */
const pageSize = 500;

interface Merge {
  uploaded: UploadedRows;
  rules: UploadRules;
  user: User;
  author: User;
}

/** Translates the strings that the rows belong to, as the rules allow. */
export async function mergeRows(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  merge: Merge,
): Promise<UploadCounts> {
  const { rows, monolingual } = merge.uploaded;
  const matcher = await UnitMatcher.of(db, translation.id);
  const counts = { not_found: 0, skipped: 0, accepted: 0, total: rows.length };
  const edits: Edit[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % pageSize === 0) {
      await pause();
    }
    const state = stateFor(row, merge.rules);
    if (state === null) {
      continue;
    }
    const unit = matcher.find(row, monolingual);
    if (!unit) {
      counts.not_found += 1;
    } else if (isProtected(unit, merge.rules) || unitRefusal(caller, translation, unit) !== null) {
      counts.skipped += 1;
    } else {
      edits.push({ unit, target: row.target, state });
    }
  }
  const size = batchSizes[db.engine];
  for (let start = 0; start < edits.length; start += size) {
    const batch = edits.slice(start, start + size);
    const edited = await db.transaction((trx) => applyBatch(trx, caller, translation, batch, merge));
    counts.accepted += edited.length;
    counts.skipped += batch.length - edited.length;
    for (const { rest } of edited) {
      await spreadOn(db, rest);
    }
    await pause();
  }
  return counts;
}

interface Edit {
  unit: UploadedUnit;
  target: string[];
  state: number;
}

/** The state that a row gives its string; null for rows that say nothing. */
function stateFor({ target, state }: SyncUnit, { method, fuzzy }: UploadRules): number | null {
  if (joinForms(target).replaceAll('\u001e', '') === '') {
    return null;
  }
  if (isFuzzy(state) && fuzzy !== 'approve') {
    return fuzzy === 'process' ? unitState.needsEditing : null;
  }
  if (method === 'fuzzy') {
    return unitState.needsEditing;
  }
  return method === 'approve' ? unitState.approved : unitState.translated;
}

/** Whether an upload must leave the string alone. */
function isProtected({ state }: UploadedUnit, { overwrite }: UploadRules): boolean {
  if (state === unitState.readonly) {
    return true;
  }
  if (state === unitState.approved) {
    return overwrite !== 'approved';
  }
  return state >= unitState.translated && overwrite === 'none';
}

/** Gives those edits that changed their strings. */
async function applyBatch(
  trx: Knex.Transaction,
  caller: Caller,
  translation: FoundTranslation,
  edits: readonly Edit[],
  { user, author }: Merge,
): Promise<EditResult[]> {
  const { component } = translation;
  const mayEdit = mayCopyTo(caller);
  const about = { translation, component, author, user, action: action.UPLOAD, mayEdit };
  const results: EditResult[] = [];
  for (const { unit, target, state } of edits) {
    const result = await editUnit(trx, { unit, target, state, ...about }).catch((error: unknown) => {
      // Removed or made read only since: the string is skipped like one that was so from the start.
      if (error instanceof EditRefused) {
        return null;
      }
      throw error;
    });
    if (result?.changed) {
      results.push(result);
    }
  }
  return results;
}
