import { hash } from 'node:crypto';
import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { PendingChange } from '../models/pending-change.ts';
import { adapterOf } from './component-files.ts';
import { fileBackground } from './file-background.ts';
import { type MergeTarget, mergeTargets, targetOptions } from './merge-targets.ts';
import type { OurCommit } from './our-commits.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import type { Workplace } from './workplace.ts';
import { attemptOf, chooseWritable } from './writable-edits.ts';
import { addedStrings, type QueuedEdit, writeEdits } from './write-edits.ts';

/**
 * The edits that a commit would write now, as commits that exist in memory alone: one for each file, on top of what is
 * checked out. Nothing is taken off the queue, and no edit is marked as failed.
 */
export async function waitingCommits(place: Workplace): Promise<OurCommit[]> {
  const commits: OurCommit[] = [];
  let head = await headSnapshot(place);
  for (const target of await targetsInOrder(place)) {
    const after = await written(place, target, head);
    if (after !== head) {
      commits.push(commitOf(place, target, head, after));
      head = after;
    }
  }
  return commits;
}

/** The source language first: its file is the base of the others. */
async function targetsInOrder(place: Workplace): Promise<MergeTarget[]> {
  const targets = [...(await mergeTargets(place)).values()].flat();
  return targets.sort((a, b) => Number(b.translation.is_source) - Number(a.translation.is_source));
}

/** The files with the target's edits in them; the same object when there are none to write. */
async function written(place: Workplace, target: MergeTarget, before: Snapshot): Promise<Snapshot> {
  const { ctx, services } = place;
  const { component, translation } = target;
  ctx.signal.throwIfAborted();
  const rows = (await PendingChange.ofTranslation(services.db.writer, translation.id)) as QueuedEdit[];
  const { writable } = chooseWritable(rows, {
    policy: component.project.commit_policy,
    attempt: attemptOf(translation.revision, services.version),
    now: Date.now(),
  });
  const newest = [...new Map(writable.map((row) => [row.unit_id, row])).values()];
  if (newest.length === 0) {
    return before;
  }
  const adapter = adapterOf(component);
  try {
    const bytes = await before.read(translation.filename);
    const result = await writeEdits(
      {
        pool: services.pool,
        adapter,
        bytes,
        options: {
          ...(await targetOptions(target, before)),
          header: { language: translation.language_code, revised: ctx.createdAt },
        },
        background:
          adapter.writes === 'edits'
            ? []
            : await fileBackground(services.db.writer, translation.id, writable),
        signal: ctx.signal,
      },
      newest,
      addedStrings(rows),
    );
    return result.bytes === bytes ? before : withFile(before, translation.filename, result.bytes);
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof PoolTimeout)) {
      throw error;
    }
    // As at a commit: until the file is mended its edits wait.
    ctx.log(`${translation.filename}: ${error.message}`);
    return before;
  }
}

function withFile(snapshot: Snapshot, path: string, bytes: Uint8Array): Snapshot {
  return {
    commit: snapshot.commit,
    hashes: new Map(snapshot.hashes).set(path, hash('sha256', bytes)),
    read: async (name) => (name === path ? bytes : snapshot.read(name)),
  };
}

function commitOf(place: Workplace, target: MergeTarget, before: Snapshot, after: Snapshot): OurCommit {
  return {
    sha: '',
    author: place.services.committer,
    authorDate: place.ctx.createdAt,
    message: '',
    files: [target.translation.filename],
    content: { before, after },
  };
}
