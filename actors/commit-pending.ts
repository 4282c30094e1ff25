import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { PendingChange } from '../models/pending-change.ts';
import { commitGroup } from './commit-group.ts';
import { groupByAuthor } from './commit-groups.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';
import { attemptOf, chooseWritable } from './writable-edits.ts';
import { addedStrings, type QueuedEdit } from './write-edits.ts';

/** Limits what is committed; everything that waits in the working copy without it. */
export interface CommitScope {
  translationId?: number;
  componentId?: number;
}

/**
 * Writes waiting edits into their files and commits them, one commit for each language and author (more where authors took
 * turns on a string). Nothing but the files of those edits is touched. Gives the number of commits.
 */
export async function commitPending(place: Workplace, scope: CommitScope = {}): Promise<number> {
  place.ctx.step('commit');
  let commits = 0;
  for (const component of place.components) {
    if (scope.componentId !== undefined && scope.componentId !== component.id) {
      continue;
    }
    for (const translation of await waitingTranslations(place, component)) {
      if (scope.translationId === undefined || scope.translationId === translation.id) {
        place.ctx.signal.throwIfAborted();
        commits += await commitTranslation(place, component, translation);
      }
    }
  }
  return commits;
}

/** Translations with waiting edits, the source language first: its file is the base of the others. */
async function waitingTranslations(
  place: Workplace,
  component: PlacedComponent,
): Promise<PlacedTranslation[]> {
  const ids: number[] = await place.services.db
    .writer('pending_changes')
    .where('component_id', component.id)
    .distinct()
    .pluck('translation_id');
  const waiting = new Set(ids);
  const translations = await loadTranslations(place, component.id);
  return translations
    .filter((translation) => waiting.has(translation.id))
    .sort((a, b) => Number(b.is_source) - Number(a.is_source));
}

async function commitTranslation(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
): Promise<number> {
  let commits = 0;
  const rows = (await PendingChange.ofTranslation(place.services.db.writer, translation.id)) as QueuedEdit[];
  const { writable } = chooseWritable(rows, {
    policy: component.project.commit_policy,
    attempt: attemptOf(translation.revision, place.services.version),
    now: Date.now(),
  });
  try {
    const added = addedStrings(rows);
    for (const group of groupByAuthor(writable)) {
      commits += await commitGroup(place, component, translation, { ...group, added });
    }
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof PoolTimeout)) {
      throw error;
    }
    // The next reading of the file raises the alert; until the file is mended its edits wait.
    place.ctx.log(`${translation.filename}: ${error.message}`);
  }
  return commits;
}
