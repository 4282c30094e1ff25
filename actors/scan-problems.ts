import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { Alert } from '../models/alert.ts';
import { recordChange } from '../models/change.ts';
import type { AlertName } from './alert-kinds.ts';
import { setAlert } from './alerts.ts';
import type { Discovery } from './discover.ts';
import type { Snapshot } from './snapshot.ts';
import type { FileReport } from './sync-file.ts';
import type { PlacedLanguages } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

export interface ScanFindings {
  discovery: Discovery;
  placed: PlacedLanguages;
  snapshot: Snapshot;
  /** Of the files that were read this time. */
  reports: readonly FileReport[];
}

/** So many things of a file that count for nothing are told one by one. */
const mostSkipped = 20;

/** What an alert says of one file. */
type Occurrence = { filename: string; error: string };

/** Sets and clears the alerts that tell what is wrong with a component's files. */
export async function reportProblems(
  place: Workplace,
  component: PlacedComponent,
  findings: ScanFindings,
): Promise<void> {
  const { discovery, placed, snapshot, reports } = findings;
  const hasNoFiles = placed.targets.length === 0 && !component.is_glossary;
  const missing = [component.template, component.new_base].filter(
    (path) => path !== '' && !snapshot.hashes.has(path),
  );
  await place.ctx.commit(async (trx) => {
    const set = (name: AlertName, details: Record<string, unknown> | null) =>
      setAlert(trx, place, name, details, component);
    await set('ParseError', await parseErrors(trx, place, component, findings));
    await set('DuplicateString', await duplicateStrings(trx, component, findings));
    await set('DuplicateLanguage', listOrNull('occurrences', discovery.duplicates));
    await set('NoMaskMatches', hasNoFiles ? {} : null);
    await set('InexistantFiles', listOrNull('files', missing));
  });
  for (const { path, language, used } of discovery.duplicates) {
    place.ctx.log(`${path}: ${language} is translated in ${used} already`);
  }
  for (const { filename, duplicates, skipped } of reports) {
    for (const problem of [...duplicates, ...skipped.slice(0, mostSkipped)]) {
      place.ctx.log(`${filename}: ${problem}`);
    }
    if (skipped.length > mostSkipped) {
      place.ctx.log(`${filename}: … and ${skipped.length - mostSkipped} more`);
    }
  }
}

/** Files that cannot be read. An error that the history tells already is not told again. */
async function parseErrors(
  trx: Knex.Transaction,
  place: Workplace,
  component: PlacedComponent,
  findings: ScanFindings,
): Promise<Record<string, unknown> | null> {
  const before = await occurrencesOf(trx, component.id, 'ParseError');
  const found = findings.reports.flatMap(({ filename, error }) =>
    error === null ? [] : [{ filename, error }],
  );
  for (const { filename, error } of found) {
    if (before.some((old) => old.filename === filename && old.error === error)) {
      continue;
    }
    const { source, targets } = findings.placed;
    const translation = [source, ...targets].find((one) => one.filename === filename) ?? source;
    await recordChange(trx, {
      action: action.PARSE_ERROR,
      translation_id: translation.id,
      user_id: place.userId,
      details: { filename, error_message: error },
    });
  }
  return listOrNull('occurrences', [...unread(before, findings), ...found]);
}

async function duplicateStrings(
  trx: Knex.Transaction,
  component: PlacedComponent,
  findings: ScanFindings,
): Promise<Record<string, unknown> | null> {
  const before = await occurrencesOf(trx, component.id, 'DuplicateString');
  const found = findings.reports.flatMap(({ filename, duplicates }) =>
    duplicates.map((error) => ({ filename, error })),
  );
  return listOrNull('occurrences', [...unread(before, findings), ...found]);
}

/** What is still true of files that were not read this time. */
function unread(before: readonly Occurrence[], { reports, placed, snapshot }: ScanFindings): Occurrence[] {
  const read = new Set(reports.map((report) => report.filename));
  const files = new Set([placed.source, ...placed.targets].map((translation) => translation.filename));
  return before.filter(
    ({ filename }) => !read.has(filename) && files.has(filename) && snapshot.hashes.has(filename),
  );
}

async function occurrencesOf(
  trx: Knex.Transaction,
  componentId: number,
  name: AlertName,
): Promise<Occurrence[]> {
  const alert = await Alert.query(trx).findOne({ component_id: componentId, name });
  const { occurrences } = Object(alert?.details);
  return Array.isArray(occurrences) ? occurrences : [];
}

function listOrNull(name: string, list: readonly unknown[]): Record<string, unknown> | null {
  return list.length > 0 ? { [name]: list } : null;
}
