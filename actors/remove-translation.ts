import { noCounts } from '../models/counts.ts';
import { languageMessage } from './commit-message.ts';
import { commitPending } from './commit-pending.ts';
import type { OperationResult } from './component-jobs.ts';
import { commitFiles } from './git-commit.ts';
import { commitHead } from './head.ts';
import { pushIfNeeded } from './push.ts';
import { advanceHead } from './repository-change.ts';
import { settleSources } from './settle-sources.ts';
import { headSnapshot } from './snapshot.ts';
import { dropTranslation, loadTranslations } from './translation-rows.ts';
import { removeFromCopy } from './working-copy.ts';
import { type PlacedComponent, requesterOf, type Workplace } from './workplace.ts';

/** Removes a language: its file in a commit of its own, then its strings. Gone already is a success. */
export async function removeTranslation(
  place: Workplace,
  component: PlacedComponent,
  translationId: number,
): Promise<OperationResult> {
  const { ctx } = place;
  const translations = await loadTranslations(place, component.id);
  const translation = translations.find((one) => one.id === translationId);
  if (!translation) {
    return { result: true };
  }
  if (translation.is_source) {
    return { result: false, detail: 'The source language cannot be removed.' };
  }
  // Edits of the language are history worth having, though its file goes right after.
  await commitPending(place, { componentId: component.id });
  ctx.step('remove file');
  await removeFile(place, component, translation);
  await ctx.commit((trx) => dropTranslation(trx, translation, place.userId));
  const source = translations.find((one) => one.is_source);
  if (source && !component.isMonolingual) {
    await settleSources({ place, component, sourceTranslationId: source.id });
  }
  await pushIfNeeded(place);
  return { result: true };
}

async function removeFile(
  place: Workplace,
  component: PlacedComponent,
  { filename, language_code: fileCode, language }: Awaited<ReturnType<typeof loadTranslations>>[number],
): Promise<void> {
  const { ctx, folder, git, services } = place;
  const head = await headSnapshot(place);
  if (!head.hashes.has(filename)) {
    return;
  }
  const author = await requesterOf(place);
  await removeFromCopy(folder, filename);
  const about = { fileCode, language, filename, counts: noCounts() };
  const commit = await commitFiles(folder, {
    ...git,
    files: [filename],
    message: await languageMessage(place, component, 'delete', about, author),
    author,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
    job: `${ctx.uuid}/remove`,
  });
  if (commit !== null) {
    await commitHead(place, (trx) => advanceHead(trx, place, head.commit, commit));
  }
}
