import { type ActionId, action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { User } from '../models/user.ts';
import { identityOf } from './commit-identity.ts';
import { languageMessage } from './commit-message.ts';
import { commitFiles, findCommit } from './git-commit.ts';
import { commitHead } from './head.ts';
import { advanceHead } from './repository-change.ts';
import type { Snapshot } from './snapshot.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { writeToCopy } from './working-copy.ts';
import { type PlacedComponent, requesterOf, type Workplace } from './workplace.ts';

/** Files that an upload has made, and what it was. */
export interface UploadCommit {
  translation: PlacedTranslation;
  /** New contents by path. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The file that the history and the message of the commit name. */
  filename: string;
  /** Of the upload; null: nobody that the server knows. */
  authorId: number | null;
  /** What the history calls it. */
  action: ActionId;
  /** What the commit was made on. */
  head: Snapshot;
  /** Tells this commit of the job from others. */
  step: string;
}

/**
 * Commits files that come from an upload, and tells the history. A job that runs again after a crash finds the commit that it
 * has made.
 */
export async function commitUpload(
  place: Workplace,
  component: PlacedComponent,
  { translation, files, filename, authorId, action: kind, head, step }: UploadCommit,
): Promise<void> {
  const { ctx, folder, git, services } = place;
  const { language_code: fileCode, language } = translation;
  const user = authorId === null ? undefined : await User.query(services.db.writer).findById(authorId);
  const author = user ? identityOf(user, services.siteUrl) : await requesterOf(place);
  const about = { fileCode, language, filename, counts: translation };
  const job = `${ctx.uuid}/${step}`;
  for (const [path, bytes] of files) {
    await writeToCopy(folder, path, bytes);
  }
  const made = await commitFiles(folder, {
    ...git,
    files: [...files.keys()],
    message: await languageMessage(place, component, 'commit', about, author),
    author,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
    job,
  });
  const commit = made ?? (await untoldCommit(place, job));
  const told = { translation_id: translation.id, user_id: place.userId, author_id: authorId };
  await commitHead(place, async (trx) => {
    if (commit === null) {
      return;
    }
    await advanceHead(trx, place, made === null ? `${commit}^` : head.commit, commit);
    await recordChange(trx, { ...told, action: kind, target: filename });
    await recordChange(trx, { ...told, action: action.COMMIT, details: { revision: commit } });
  });
}

/**
 * The commit of a run that a crash cut off before the database was told of it. The head that the database knows may lead to
 * another commit of the same job: merging with upstream makes a new one of it.
 */
async function untoldCommit(place: Workplace, job: string): Promise<string | null> {
  const { ctx, folder, git, services, owner } = place;
  const row = await services.db.writer('repositories').where('component_id', owner.id).first('local_sha');
  const known: string | null = row?.local_sha ?? null;
  const isTold = known !== null && (await findCommit(folder, job, ctx.createdAt, git, known)) !== null;
  return isTold ? null : findCommit(folder, job, ctx.createdAt, git);
}
