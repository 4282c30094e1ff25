import type { Knex } from 'knex';
import type { ApplyOptions, Edit } from '../adapters/adapter.ts';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { markWritten } from '../models/pending-rows.ts';
import { Translation } from '../models/translation.ts';
import { User } from '../models/user.ts';
import { writeInBatches } from './batches.ts';
import { type CommitGroup, newestOfEachUnit, newestTime } from './commit-groups.ts';
import { identityOf } from './commit-identity.ts';
import { languageMessage } from './commit-message.ts';
import { adapterOf, fileOptions, revisionIn, templateOf } from './component-files.ts';
import { fileBackground } from './file-background.ts';
import { commitFiles, findCommit, type Identity } from './git-commit.ts';
import { isAncestor } from './git-history.ts';
import { commitHead } from './head.ts';
import { advanceHead } from './repository-change.ts';
import { headSnapshot, type Snapshot, snapshotOf } from './snapshot.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import { writeToCopy } from './working-copy.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';
import { attemptOf } from './writable-edits.ts';
import { type QueuedEdit, type WrittenEdits, writeEdits } from './write-edits.ts';
import { markFailed, restoreStates } from './write-failures.ts';

/**
 * Writes one author's edits into the translation's file and commits it. Then the database learns of the commit, and exactly
 * these edits come off the queue. A run that a crash cut off between the two is recognised by the `Job-Id` of its commit.
 * @throws {FormatError} when the file cannot be read
 */
export async function commitGroup(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  group: CommitGroup<QueuedEdit> & { added: ReadonlySet<number> },
): Promise<number> {
  const { ctx, folder } = place;
  const head = await headSnapshot(place);
  const author = await authorOf(place, group.author_id);
  const bytes = await head.read(translation.filename);
  const result = await writeEdits(
    {
      pool: place.services.pool,
      adapter: adapterOf(component),
      bytes,
      options: await applyOptions(component, translation, head, group, author),
      background: await background(place, component, translation, group),
      signal: ctx.signal,
    },
    newestOfEachUnit(group),
    group.added,
  );
  // The first edit is the same in every run, for earlier groups are off the queue for good; the last one tells a run apart
  // that finds more edits than the one that was cut off.
  const [first, last] = [group.rows[0]!.id, group.rows.at(-1)!.id];
  const job = `${ctx.uuid}/${first}-${last}`;
  const isRepeated = ctx.crashes > 0 || ctx.attempt > 1;
  const earlier = isRepeated ? await untoldCommit(place, `${ctx.uuid}/${first}-*`) : null;
  if (result.bytes !== bytes) {
    await writeToCopy(folder, translation.filename, result.bytes);
  }
  const made =
    result.bytes === bytes
      ? null
      : await commitFiles(folder, {
          ...place.git,
          files: [translation.filename],
          message: await messageFor(place, component, translation, author),
          author,
          authorDate: new Date(newestTime(group)),
          committer: place.services.committer,
          committerDate: ctx.createdAt,
          job,
        });
  const commits = [earlier, made].filter((commit) => commit !== null);
  const before = earlier === null ? head : await snapshotOf(place, `${earlier}^`);
  await finish(place, component, translation, { group, result, commits, before });
  return commits.length;
}

/** The commit of a run that a crash cut off, unless the database was told of it before the crash. */
async function untoldCommit({ services, owner, folder, ctx, git }: Workplace, job: string) {
  const commit = await findCommit(folder, job, ctx.createdAt, git);
  const row = await services.db.writer('repositories').where('component_id', owner.id).first('local_sha');
  const known: string | null = row?.local_sha ?? null;
  const isTold = commit !== null && known !== null && (await isAncestor(folder, commit, known, git));
  return isTold ? null : commit;
}

/** With the counts of this moment: earlier commits of the job have changed them. */
async function messageFor(
  place: Workplace,
  component: PlacedComponent,
  { id, language_code: fileCode, language, filename }: PlacedTranslation,
  author: Identity,
): Promise<string> {
  const counts = await Translation.query(place.services.db.writer).findById(id).throwIfNotFound();
  return languageMessage(place, component, 'commit', { fileCode, language, filename, counts }, author);
}

interface GroupEnd {
  group: CommitGroup<QueuedEdit>;
  result: WrittenEdits;
  /** The commits that have the edits: one that a crash cut off, and the one made now. None: the file had them before. */
  commits: string[];
  /** The files before the commits. */
  before: Snapshot;
}

async function finish(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  { group, result, commits, before }: GroupEnd,
): Promise<void> {
  const after = await headSnapshot(place);
  const revision = revisionIn(after, component, translation);
  const failed = new Set(
    [...result.missing, ...result.refused.map(({ row }) => row)].map((row) => row.unit_id),
  );
  const written = group.rows.filter((row) => !failed.has(row.unit_id));
  const translations = await loadTranslations(place, component.id);
  await commitHead(place, async (trx) => {
    await restoreStates(trx, result.written);
    await markFailed(trx, group.rows, result, attemptOf(revision, place.services.version), place.userId);
    for (const one of translations) {
      // A file that was changed by somebody else and not read yet must still be read.
      const next = revisionIn(after, component, one);
      if (one.revision === revisionIn(before, component, one) && one.revision !== next) {
        await trx('translations').where('id', one.id).update({ revision: next });
      }
    }
    if (commits.length > 0) {
      await advanceHead(trx, place, before.commit, after.commit);
    }
    for (const commit of commits) {
      await recordChange(trx, {
        action: action.COMMIT,
        translation_id: translation.id,
        user_id: place.userId,
        author_id: group.author_id,
        details: { revision: commit },
      });
    }
  });
  translation.revision = revision;
  // A crash from here on leaves edits on the queue that the file has: the next run finds nothing to write for them.
  await writeInBatches(place.ctx, written, async (trx, batch) => {
    await markWritten(trx, [...batch.map((row) => row.id), ...(await supersededFailures(trx, batch))]);
  });
}

/** Failures that a later edit of the same string, now written, has made irrelevant. */
async function supersededFailures(trx: Knex.Transaction, written: readonly QueuedEdit[]): Promise<number[]> {
  const newest = new Map(written.map((row) => [row.unit_id, row.id]));
  const rows: { id: number; unit_id: number }[] = await trx('pending_changes')
    .whereIn('unit_id', [...newest.keys()])
    .whereNotNull('failure')
    .select('id', 'unit_id');
  return rows.filter((row) => row.id < (newest.get(row.unit_id) ?? 0)).map((row) => row.id);
}

async function authorOf(place: Workplace, id: number): Promise<Identity> {
  const user = await User.query(place.services.db.writer).findById(id).throwIfNotFound();
  return identityOf(user, place.services.siteUrl);
}

async function applyOptions(
  component: PlacedComponent,
  translation: PlacedTranslation,
  snapshot: Snapshot,
  group: CommitGroup<QueuedEdit>,
  author: Identity,
): Promise<ApplyOptions> {
  const template = await templateOf(component, translation, snapshot);
  return {
    ...fileOptions(component, translation, template),
    header: {
      language: translation.language_code,
      revised: new Date(newestTime(group)),
      lastTranslator: `${author.name} <${author.email}>`,
      reportBugsTo: component.report_source_bugs || undefined,
    },
  };
}

async function background(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  group: CommitGroup<QueuedEdit>,
): Promise<Edit[]> {
  if (adapterOf(component).writes === 'edits') {
    return [];
  }
  return fileBackground(place.services.db.writer, translation.id, group.rows);
}
