import { revisionIn } from './component-files.ts';
import { readAhead } from './read-ahead.ts';
import type { Snapshot } from './snapshot.ts';
import { type Comparison, compareFile, type FileReport, syncFile } from './sync-file.ts';
import type { SyncSubject } from './sync-subject.ts';

/** Strings of one file above which the next file waits until they are written. */
const manyStrings = 20_000;

/**
 * Reads those files of `subjects` that have changed, the next one while what the last one brought is written: none of them
 * may depend on another.
 */
export async function readFiles(
  subjects: readonly SyncSubject[],
  snapshot: Snapshot,
  force: boolean,
  progress: (part: number) => void,
): Promise<FileReport[]> {
  const changed = subjects.flatMap((subject) => {
    const reason = reasonToRead(subject, snapshot, force);
    return reason === null ? [] : [{ subject, reason }];
  });
  const reports: FileReport[] = [];
  const compare = ({ subject }: (typeof changed)[number]) => compareFile(subject, snapshot);
  for await (const [{ subject, reason }, comparison] of readAhead(changed, compare, isHeavy)) {
    const { ctx } = subject.place;
    ctx.signal.throwIfAborted();
    const done = reports.length;
    const report = await syncFile(subject, snapshot, comparison, reason, (part) =>
      progress((done + part) / changed.length),
    );
    ctx.log(lineOf(report));
    reports.push(report);
  }
  progress(1);
  return reports;
}

function isHeavy(comparison: Comparison): boolean {
  return comparison.error === null && comparison.diff.total > manyStrings;
}

function reasonToRead({ component, translation, isNew }: SyncSubject, snapshot: Snapshot, force: boolean) {
  if (isNew) {
    return 'new file';
  }
  if (force) {
    return 'check forced';
  }
  return translation.revision === revisionIn(snapshot, component, translation) ? null : 'content changed';
}

function lineOf({ filename, error, total }: FileReport): string {
  return error === null ? `${filename}: ${total} strings` : `${filename}: ${error}`;
}
