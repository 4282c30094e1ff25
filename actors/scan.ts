import { compareTouched } from './compare-touched.ts';
import { revisionIn } from './component-files.ts';
import { discoverFiles } from './discover.ts';
import { followVariants } from './follow-variants.ts';
import { loadLanguages } from './language-rows.ts';
import { readFiles } from './scan-files.ts';
import { reportProblems } from './scan-problems.ts';
import { settleSources } from './settle-sources.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import { loadExtraFlags } from './sync-checks.ts';
import type { FileReport } from './sync-file.ts';
import { describeSourceFile } from './sync-source-file.ts';
import { flagsAbove, type PlacedTranslation, type SyncSubject, syncSubject } from './sync-subject.ts';
import { TouchedStrings } from './touched-strings.ts';
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
  const extraFlags = await loadExtraFlags(place.services.db.reader, placed.source.id);
  const touched = new TouchedStrings();
  const subjectOf = (translation: PlacedTranslation) =>
    syncSubject(place, component, translation, {
      sourceTranslationId: placed.source.id,
      flags,
      extraFlags,
      touched,
      isInitial,
      actions,
    });
  const base = component.isMonolingual ? [subjectOf(placed.source)] : [];
  const targets = placed.targets.map(subjectOf);
  const share = base.length / Math.max(1, base.length + targets.length);
  const reports = await readFiles(base, snapshot, force, (part) => progress(share * part));
  if (reports.every((report) => report.error === null)) {
    const rest = (part: number) => progress(share + (1 - share) * part);
    reports.push(...(await readFiles(targets, snapshot, force, rest)));
  }
  reports.push(...(await finishSources(place, component, placed, snapshot, reports, force)));
  await compareTouched(place, component.id, touched);
  await followVariants(place, component, {});
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
  // A run that was cut off after the last file has not told what it removed.
  const isRepeated = place.ctx.crashes > 0 || place.ctx.attempt > 1;
  if (removed || force || isRepeated || reports.some((report) => report.removed > 0)) {
    await settleSources({ place, component, sourceTranslationId: source.id });
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

function progressOf(
  { ctx }: Workplace,
  { from = 0, to = 100 }: ScanOptions,
  index: number,
  count: number,
): (part: number) => void {
  return (part) => ctx.progress(from + ((to - from) * (index + part)) / count);
}
