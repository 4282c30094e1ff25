import { noCounts } from '../models/counts.ts';
import type { Language } from '../models/language.ts';
import type { Plural } from '../models/plural.ts';
import { languageMessage } from './commit-message.ts';
import { commitFiles, findCommit } from './git-commit.ts';
import { commitOf } from './git-history.ts';
import { commitHead } from './head.ts';
import { type NewFile, newFileContent } from './new-file.ts';
import { advanceHead } from './repository-change.ts';
import { headSnapshot } from './snapshot.ts';
import { writeToCopy } from './working-copy.ts';
import { type PlacedComponent, requesterOf, type Workplace } from './workplace.ts';

/**
 * Makes the file of a language and commits it, unless there is one. Gives the commit: of this run or of an earlier one of
 * the same job; null when the file comes from elsewhere.
 * @throws {FormatError} when it cannot be made
 */
export async function makeFile(
  place: Workplace,
  component: PlacedComponent,
  {
    code,
    path,
    language,
    plural,
  }: NewFile & { language: Pick<Language, 'id' | 'code' | 'name'>; plural: Plural },
): Promise<string | null> {
  const { ctx, folder, git, services } = place;
  const job = `${ctx.uuid}/add-${component.id}-${language.id}`;
  const head = await headSnapshot(place);
  if (head.hashes.has(path)) {
    const earlier = await findCommit(folder, job, ctx.createdAt, git);
    if (earlier !== null) {
      const before = await commitOf(folder, `${earlier}^`, git);
      await commitHead(place, (trx) => advanceHead(trx, place, before ?? '', head.commit));
    }
    return earlier;
  }
  const author = await requesterOf(place);
  const content = await newFileContent(place, component, { code, plural }, head, author);
  await writeToCopy(folder, path, content);
  const about = { fileCode: code, language, filename: path, counts: noCounts() };
  const commit = await commitFiles(folder, {
    ...git,
    files: [path],
    message: await languageMessage(place, component, 'add', about, author),
    author,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
    job,
  });
  if (commit !== null) {
    await commitHead(place, (trx) => advanceHead(trx, place, head.commit, commit));
  }
  return commit;
}
