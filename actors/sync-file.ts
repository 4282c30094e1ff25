import type { Knex } from 'knex';
import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import type { DiffResult } from '../adapters/tasks/diff.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { FormulaError } from '../languages/plurals.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { joinForms } from '../models/forms.ts';
import { writeInBatches } from './batches.ts';
import { fileOptions, revisionIn, templateOf } from './component-files.ts';
import { type KnownFile, loadKnown } from './known-units.ts';
import { ensurePlural } from './language-rows.ts';
import { renameUnits } from './rename-units.ts';
import type { Snapshot } from './snapshot.ts';
import { checkRest } from './sync-checks.ts';
import type { SyncSubject } from './sync-subject.ts';
import { applyUnits, moveUnits, removeUnits } from './sync-units.ts';

/** What came of reading a file. */
export interface FileReport {
  filename: string;
  /** Why it could not be read; null when it was. */
  error: string | null;
  /** Strings that stand in it more than once, in words. */
  duplicates: string[];
  /** What of it counts for nothing, in words. */
  skipped: string[];
  /** Whether it differed from what the database held. */
  changed: boolean;
  removed: number;
  total: number;
}

/** A file that cannot be read leaves everything as it was. */
export function unreadable(filename: string, error: string): FileReport {
  return { filename, error, duplicates: [], skipped: [], changed: false, removed: 0, total: 0 };
}

/** Where the reading of a file is, from 0 to 1. */
export type FileProgress = (part: number) => void;

/** What the database holds of a file, and how the file differs from that; or why the file cannot be read. */
export type Comparison = { known: KnownFile; diff: DiffResult; error: null } | { error: string };

/** Reads a file in a worker and compares it with the database, which stays as it is. */
export async function compareFile(subject: SyncSubject, snapshot: Snapshot): Promise<Comparison> {
  const known = await loadKnown(subject.place.services.db.reader, subject.translation, subject.adapter);
  try {
    return { known, diff: await compare(subject, snapshot, known), error: null };
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      return { error: error.message };
    }
    throw error;
  }
}

/**
 * Brings the database up to date with the translation's file, as `compareFile` found it. What differs is written in
 * batches, each of which stands for itself: after a crash the next run finds what is left to do.
 */
export async function syncFile(
  subject: SyncSubject,
  snapshot: Snapshot,
  comparison: Comparison,
  reason: string,
  progress: FileProgress,
): Promise<FileReport> {
  const { place, component, translation } = subject;
  const { filename } = translation;
  if (comparison.error !== null) {
    return unreadable(filename, comparison.error);
  }
  const { known, diff } = comparison;
  await adoptPlural(subject, diff.plural);
  await writeDifferences(subject, known, diff, progress);
  const revision = revisionIn(snapshot, component, translation);
  await place.ctx.commit(async (trx) => {
    await trx('translations').where('id', translation.id).update({ revision });
    await recordChange(trx, {
      action: action.UPDATE,
      translation_id: translation.id,
      user_id: place.userId,
      details: { filename, reason },
    });
  });
  translation.revision = revision;
  return {
    filename,
    error: null,
    duplicates: diff.problems.filter(({ kind }) => kind === 'duplicate').map(inWords),
    skipped: diff.problems.filter(({ kind }) => kind === 'skipped').map(inWords),
    changed: diff.added.length + diff.changed.length + diff.removed.length > 0,
    removed: diff.removed.length,
    total: diff.total,
  };
}

async function compare(subject: SyncSubject, snapshot: Snapshot, known: KnownFile): Promise<DiffResult> {
  const { place, component, translation } = subject;
  const template = await templateOf(component, translation, snapshot);
  const request = {
    format: component.file_format,
    bytes: await snapshot.read(translation.filename),
    options: fileOptions(component, translation, template),
    sourceLanguage: component.source_language.code,
    keyFilter: component.key_filter,
    known: known.packed,
    checks: subject.checks,
  };
  return place.services.pool.diff(request, { signal: place.ctx.signal });
}

/** Takes over the plural rule that the file's header names; one that nobody can read is left alone. */
async function adoptPlural({ place, translation }: SyncSubject, rule: DiffResult['plural']): Promise<void> {
  if (!rule) {
    return;
  }
  try {
    const plural = await place.ctx.commit(async (trx) => {
      const found = await ensurePlural(trx, translation.language, rule);
      await trx('translations').where('id', translation.id).update({ plural_id: found.id });
      return found;
    });
    translation.plural = plural;
    translation.plural_id = plural.id;
  } catch (error) {
    if (!(error instanceof FormulaError)) {
      throw error;
    }
    place.ctx.log(`${translation.filename}: the plural rule of the header cannot be read: ${error.message}`);
  }
}

async function writeDifferences(
  subject: SyncSubject,
  known: KnownFile,
  diff: DiffResult,
  progress: FileProgress,
): Promise<void> {
  const { ctx } = subject.place;
  const { id } = subject.translation;
  const units = [...diff.added, ...diff.changed].map(({ unit }) => unit);
  await checkRest(subject, units);
  if (subject.isNew) {
    subject.touched.isNew(id, known.ids.size === 0 ? withRepeatedTexts(units) : null);
  }
  const hashes = units.map(({ idHash }) => idHash);
  subject.touched.changed(id, hashes);
  const lacking = diff.removed.map((hash) => known.ids.get(hash)!);
  const renamed = await renameUnits(
    subject,
    lacking,
    diff.added.map(({ unit }) => unit),
  );
  const gone = lacking.filter((id) => !renamed.has(id));
  const moved = diff.moved.map(({ idHash, position }) => [known.ids.get(idHash)!, position] as const);
  const all = units.length + gone.length + moved.length;
  let done = 0;
  const count = (more: number) => {
    done += more;
    progress(done / all);
  };
  await writeInBatches(ctx, units, (trx, batch) => applyUnits(trx, subject, batch), count);
  const remove = async (trx: Knex.Transaction, batch: readonly number[]) =>
    subject.touched.left(id, await removeUnits(trx, batch));
  await writeInBatches(ctx, gone, remove, count);
  await writeInBatches(ctx, moved, (trx, batch) => moveUnits(trx, new Map(batch)), count);
}

/** Id hashes of the strings of a file whose text is not theirs alone. */
function withRepeatedTexts(units: readonly SyncUnit[]): ReadonlySet<string> {
  const byText = Map.groupBy(units, ({ target }) => joinForms(target));
  const repeated = [...byText.values()].filter((group) => group.length > 1);
  return new Set(repeated.flat().map(({ idHash }) => idHash));
}

function inWords({ line, message }: { line: number; message: string }): string {
  return line > 0 ? `line ${line}: ${message}` : message;
}
