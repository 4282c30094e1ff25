import { FormatError } from '../adapters/adapter.ts';
import { action } from '../models/actions.ts';
import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { JobFailed } from './job.ts';
import { makeFile } from './make-file.ts';
import { pushIfNeeded } from './push.ts';
import { queueDifferences } from './queue-differences.ts';
import { recordRepositoryChange } from './repository-change.ts';
import { scan } from './scan.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** Writes what the database says into all files, those that are missing included. */
export async function fileSync(place: Workplace): Promise<OperationResult> {
  await place.ctx.commit((trx) => recordRepositoryChange(trx, place, action.FORCE_SYNC, {}));
  return writeEverything(place);
}

/** Makes missing files, queues what differs in all of them, and commits that. */
export async function writeEverything(place: Workplace): Promise<OperationResult> {
  const problems: string[] = [];
  for (const [component, translation] of await writableTranslations(place)) {
    place.ctx.signal.throwIfAborted();
    try {
      const { language_code: code, filename: path, language, plural } = translation;
      await makeFile(place, component, { code, path, language, plural });
      await queueDifferences(place, component, translation, await headSnapshot(place));
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof JobFailed)) {
        throw error;
      }
      problems.push(`${translation.filename}: ${error.message}`);
    }
  }
  await commitPending(place);
  if (problems.length > 0) {
    return { result: false, detail: problems.join('\n') };
  }
  await scan(place);
  await pushIfNeeded(place);
  return { result: true };
}

/**
 * Queues what the files of another commit say otherwise than the database; files that it lacks are left out. Gives what
 * kept files from being read.
 */
export async function queueAgainst(place: Workplace, snapshot: Snapshot): Promise<string[]> {
  const problems: string[] = [];
  for (const [component, translation] of await writableTranslations(place)) {
    place.ctx.signal.throwIfAborted();
    if (!snapshot.hashes.has(translation.filename)) {
      continue;
    }
    try {
      await queueDifferences(place, component, translation, snapshot);
    } catch (error) {
      if (!(error instanceof FormatError)) {
        throw error;
      }
      problems.push(`${translation.filename}: ${error.message}`);
    }
  }
  return problems;
}

/** All languages that have a file of their own beside the source. */
async function writableTranslations(place: Workplace): Promise<[PlacedComponent, PlacedTranslation][]> {
  const found: [PlacedComponent, PlacedTranslation][] = [];
  for (const component of place.components) {
    for (const translation of await loadTranslations(place, component.id)) {
      if (!translation.is_source && translation.filename !== '') {
        found.push([component, translation]);
      }
    }
  }
  return found;
}
