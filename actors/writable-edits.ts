/** An edit that waits for its commit, as far as choosing needs to know it. */
export interface WaitingEdit {
  unit_id: number;
  state: number;
  /** Why the last attempt to write it failed, see `failureText`; null: never tried. */
  failure: string | null;
  failed_revision: string | null;
  failed_at: number | null;
}

export interface Circumstances {
  /** `commit_policy` of the project: 0 everything, 20 nothing that needs editing, 30 approved only. */
  policy: number;
  /** What `failed_revision` would be now: see `attemptOf`. */
  attempt: string;
  now: number;
}

export interface Choice<Row> {
  /** To be written now, in the order given. */
  writable: Row[];
  /** Waiting because an earlier attempt failed and nothing has changed since. */
  failed: Row[];
  /** Waiting because of the commit policy. */
  held: Row[];
}

/** A failed edit is tried again after this long even if nothing has changed. */
const retryAfterMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Chooses among the edits of one translation, given in the order they were made, those that can be written now. The
 * policy looks at each string's newest edit that it admits: all edits up to it are written, later ones wait. An edit
 * whose string is missing from the file also holds back later edits of that string.
 */
export function chooseWritable<Row extends WaitingEdit>(
  rows: readonly Row[],
  { policy, attempt, now }: Circumstances,
): Choice<Row> {
  const choice: Choice<Row> = { writable: [], failed: [], held: [] };
  const kept = new Set<Row>();
  for (const edits of Map.groupBy(rows, (row) => row.unit_id).values()) {
    const open = edits.filter((row, index) => {
      const earlier = edits.slice(0, index + 1);
      return !earlier.some(
        (edit) => isWaiting(edit, attempt, now) && (edit === row || edit.failure === missingString),
      );
    });
    const newest = open.findLastIndex((row) => isAdmitted(row.state, policy));
    for (const row of open.slice(0, newest + 1)) {
      kept.add(row);
    }
    choice.held.push(...open.slice(newest + 1));
    choice.failed.push(...edits.filter((row) => !open.includes(row)));
  }
  choice.writable = rows.filter((row) => kept.has(row));
  return choice;
}

/** `failure` of an edit whose string the file does not have. */
export const missingString = 'missing';

/** `failure` of an edit that the format could not take. */
export function failureText(reason: string): string {
  return `error: ${reason}`;
}

/** Names the circumstances of an attempt; an edit that failed is tried again when they differ. */
export function attemptOf(revision: string, serverVersion: string): string {
  return `${revision} ${serverVersion}`;
}

function isWaiting(row: WaitingEdit, attempt: string, now: number): boolean {
  return row.failed_at !== null && row.failed_revision === attempt && now - row.failed_at < retryAfterMs;
}

function isAdmitted(state: number, policy: number): boolean {
  if (policy === 30) {
    return state >= 30;
  }
  return policy !== 20 || state < 10 || state >= 20;
}
