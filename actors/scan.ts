import { revisionIn } from './component-files.ts';
import { discoverFiles } from './discover.ts';
import { loadLanguages } from './language-rows.ts';
import { reportProblems } from './scan-problems.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import { removeUnusedSources } from './source-units.ts';
import { type FileReport, syncFile } from './sync-file.ts';
import { describeSourceFile } from './sync-source-file.ts';
import { flagsAbove, type SyncSubject, syncSubject } from './sync-subject.ts';
import { type PlacedLanguages, placeTranslations } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

export interface ScanOptions {
  /** Read files that have not changed as well. */
  force?: boolean;
  /** The component is read for the first time. */
  isInitial?: boolean;
  /** Only this component instead of all in the working copy. */
  component?: PlacedComponent;
  actions?: SyncSubject['actions'];
  /** Part of the job that the scan is, in percent. */
  from?: number;
  to?: number;
}

/**
 * Reads what is checked out into the database: looks for files, adds and removes languages, reads those files that have
 * changed since they were last read. A file that cannot be read is reported and the others go on; only without its base
 * file nothing of a component can be read.
 */
export async function scan(place: Workplace, options: ScanOptions = {}): Promise<void> {
  place.ctx.step('read files');
  const snapshot = await headSnapshot(place);
  const components = options.component ? [options.component] : place.components;
  for (const [index, component] of components.entries()) {
    const progress = progressOf(place, options, index, components.length);
    await scanComponent(place, component, snapshot, options, progress);
  }
  if (!options.component) {
    await place.ctx.commit((trx) =>
      trx('repositories').where('component_id', place.owner.id).update({ processed_sha: snapshot.commit }),
    );
  }
}

async function scanComponent(
  place: Workplace,
  component: PlacedComponent,
  snapshot: Snapshot,
  { force = false, isInitial = false, actions }: ScanOptions,
  progress: (part: number) => void,
): Promise<void> {
  const languages = await loadLanguages(place.services.db.reader);
  const discovery = discoverFiles(component, snapshot.hashes.keys(), languages);
  for (const { path, code } of discovery.invalid) {
    place.ctx.log(`${path}: "${code}" is not the code of a language`);
  }
  const placed = await placeTranslations(place, component, discovery);
  const flags = await flagsAbove(place, component);
  const reports: FileReport[] = [];
  const files = component.isMonolingual ? [placed.source, ...placed.targets] : placed.targets;
  for (const [index, translation] of files.entries()) {
    place.ctx.signal.throwIfAborted();
    const subject = syncSubject(place, component, translation, {
      sourceTranslationId: placed.source.id,
      flags,
      isInitial,
      actions,
    });
    const reason = reasonToRead(subject, snapshot, force);
    if (reason !== null) {
      const report = await syncFile(subject, snapshot, reason, (part) =>
        progress((index + part) / files.length),
      );
      place.ctx.log(lineOf(report));
      reports.push(report);
      if (report.error !== null && translation.is_template) {
        break;
      }
    }
    progress((index + 1) / files.length);
  }
  reports.push(...(await finishSources(place, component, placed, snapshot, reports, force)));
  await reportProblems(place, component, { discovery, placed, snapshot, reports });
}

/** Source strings of a bilingual component: described by the file that translations are made from, dropped when unused. */
async function finishSources(
  place: Workplace,
  component: PlacedComponent,
  { source, removed }: PlacedLanguages,
  snapshot: Snapshot,
  reports: readonly FileReport[],
  force: boolean,
): Promise<FileReport[]> {
  if (component.isMonolingual) {
    return [];
  }
  if (removed || reports.some((report) => report.removed > 0)) {
    while ((await place.ctx.commit((trx) => removeUnusedSources(trx, source.id))) > 0) {
      place.ctx.signal.throwIfAborted();
    }
  }
  const changed = force || reports.some((report) => report.changed);
  if (component.new_base === '' || !snapshot.hashes.has(component.new_base)) {
    return [];
  }
  if (!changed && source.revision === revisionIn(snapshot, component, source)) {
    return [];
  }
  return [await describeSourceFile(place, component, source, snapshot)];
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

function progressOf(
  { ctx }: Workplace,
  { from = 0, to = 100 }: ScanOptions,
  index: number,
  count: number,
): (part: number) => void {
  return (part) => ctx.progress(from + ((to - from) * (index + part)) / count);
}

function lineOf({ filename, error, total }: FileReport): string {
  return error === null ? `${filename}: ${total} strings` : `${filename}: ${error}`;
}
