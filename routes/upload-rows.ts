import { setImmediate as pause } from 'node:timers/promises';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import type { Database } from '../models/database.ts';
import { stoppedByLock } from '../models/edit-lock.ts';
import { joinForms } from '../models/forms.ts';
import { isFuzzy, unitState } from '../models/unit.ts';
import type { User } from '../models/user.ts';
import type { FoundTranslation } from './find.ts';
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

export interface Taken {
  counts: UploadCounts;
  /** Somebody locked the component meanwhile; what came after that is left out. */
  isLocked: boolean;
}

/** An upload that is taken over string by string. */
export interface Upload {
  uploaded: UploadedRows;
  rules: UploadRules;
  /** Who uploads. */
  user: User;
  /** Who is credited. */
  author: User;
}

/** What a row says of its string. */
export interface UploadedText {
  unit: UploadedUnit;
  target: string[];
  state: number;
}

/** Rows of the file looked up between two turns of other work. */
export const rowsAtOnce = 500;

/**
 * Finds the strings that the rows belong to. Rows without a text say nothing. Counted so far: those without a string, and as
 * skipped those whose string `isProtected`.
 */
export async function readTexts(
  db: Database,
  translation: FoundTranslation,
  { uploaded: { rows, monolingual }, rules }: Upload,
  isProtected: (unit: UploadedUnit) => boolean,
): Promise<{ texts: UploadedText[]; counts: UploadCounts }> {
  const matcher = await UnitMatcher.of(db, translation.id);
  const counts = { not_found: 0, skipped: 0, accepted: 0, total: rows.length };
  const texts: UploadedText[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) {
      await pause();
    }
    const state = hasText(row.target) ? stateFor(row, rules) : null;
    if (state === null) {
      continue;
    }
    const unit = matcher.find(row, monolingual);
    if (!unit) {
      counts.not_found += 1;
    } else if (isProtected(unit)) {
      counts.skipped += 1;
    } else {
      texts.push({ unit, target: row.target, state });
    }
  }
  return { texts, counts };
}

/** Counts on with what becomes of strings, batch after batch. */
export async function countTaken<Result>(
  counts: UploadCounts,
  batches: AsyncIterable<readonly Result[]>,
  isAccepted: (result: Result) => boolean,
): Promise<Taken> {
  const sum = { ...counts };
  const isLocked = await stoppedByLock(async () => {
    for await (const results of batches) {
      const accepted = results.filter(isAccepted).length;
      sum.accepted += accepted;
      sum.skipped += results.length - accepted;
    }
  });
  return { counts: sum, isLocked };
}

export function hasText(target: readonly string[]): boolean {
  return joinForms(target).replaceAll('\u001e', '') !== '';
}

/** The state that a row gives its string; null for unfinished ones that the upload leaves out. */
export function stateFor({ state }: SyncUnit, { method, fuzzy }: UploadRules): number | null {
  if (isFuzzy(state) && fuzzy !== 'approve') {
    return fuzzy === 'process' ? unitState.needsEditing : null;
  }
  if (method === 'fuzzy') {
    return unitState.needsEditing;
  }
  return method === 'approve' ? unitState.approved : unitState.translated;
}
