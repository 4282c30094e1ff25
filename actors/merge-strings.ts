import type { Knex } from 'knex';
import { idHash } from '../adapters/identity.ts';
import { action } from '../models/actions.ts';
import { Change, recordChange } from '../models/change.ts';
import { joinForms } from '../models/forms.ts';
import { addSuggestion } from '../models/suggestion.ts';
import { Unit } from '../models/unit.ts';
import { userOf } from './commit-identity.ts';
import { adapterOf } from './component-files.ts';
import { commitFiles, headOf } from './git-commit.ts';
import { undoUnfinished } from './git-integrate.ts';
import { runGit } from './git-process.ts';
import { type Displaced, type MergePlan, planMerge } from './merge-plan.ts';
import { localHistory } from './our-commits.ts';
import { removeFromCopy, writeToCopy } from './working-copy.ts';
import type { Workplace } from './workplace.ts';

/**
 * Puts our commits on top of upstream string by string, where git cannot merge line by line: layout, order and comments are
 * upstream's, of texts each side keeps what only it changed. A text of ours that upstream has overtaken becomes a
 * suggestion; one whose string is gone stays in the history. The local branch then is upstream and at most a few commits,
 * one for each author, so that pushing needs no force.
 *
 * The branch moves last: whatever ends this before leaves everything as it was, and running it again gives the same.
 * @returns the new head
 */
export async function mergeByStrings(place: Workplace, upstream: string): Promise<string> {
  const { ours } = await localHistory(place.folder, upstream, place.git);
  const plan = await planMerge(place, upstream, ours);
  for (const { filename, added, changed, conflicting, lost } of plan.files) {
    place.ctx.log(
      `${filename}: ${changed} strings kept, ${added} added, ${conflicting} overtaken, ${lost} removed upstream`,
    );
  }
  await keepDisplaced(place, plan);
  await commitPlan(place, upstream, plan);
  return headOf(place.folder);
}

async function commitPlan(place: Workplace, upstream: string, { commits }: MergePlan): Promise<void> {
  const { folder, git, owner, services, ctx } = place;
  try {
    await runGit(folder, { ...git, args: ['checkout', '--force', '--detach', upstream, '--'] });
    for (const { files, message, author, authorDate } of commits) {
      for (const [path, content] of files) {
        await (content === null ? removeFromCopy(folder, path) : writeToCopy(folder, path, content));
      }
      await commitFiles(folder, {
        ...git,
        files: [...files.keys()],
        message,
        author,
        authorDate,
        committer: services.committer,
        committerDate: ctx.createdAt,
      });
    }
    await runGit(folder, { ...git, args: ['checkout', '-B', owner.branch, '--'] });
  } catch (error) {
    await undoUnfinished(folder, owner.branch);
    throw error;
  }
}

/** Nothing that was translated here is dropped. Done before the branch moves, and only once however often it runs. */
async function keepDisplaced(place: Workplace, { conflicts, lost }: MergePlan): Promise<void> {
  if (conflicts.length + lost.length === 0) {
    return;
  }
  await place.ctx.commit(async (trx) => {
    const users = new Map<string, number | null>();
    const authorOf = async ({ author }: Displaced) => {
      if (!users.has(author.email)) {
        users.set(author.email, (await userOf(trx, author, place.services.siteUrl))?.id ?? null);
      }
      return users.get(author.email) ?? null;
    };
    for (const displaced of [...conflicts, ...lost]) {
      const { translation, component } = displaced.target;
      const unit = await Unit.query(trx).findOne({
        translation_id: translation.id,
        id_hash: idHash(adapterOf(component), displaced),
      });
      const authorId = await authorOf(displaced);
      if (unit && conflicts.includes(displaced)) {
        await addSuggestion(trx, unit.id, { target: displaced.ours, authorId, userId: place.userId });
      } else {
        await recordLoss(trx, place, displaced, authorId);
      }
    }
  });
}

/** The job may run again after a crash: what it has told the history already it does not tell twice. */
async function recordLoss(
  trx: Knex.Transaction,
  { ctx, userId }: Workplace,
  { target: { translation }, context, source, ours }: Displaced,
  authorId: number | null,
): Promise<void> {
  const loss = {
    action: action.STRING_REMOVE,
    translation_id: translation.id,
    author_id: authorId,
    target: joinForms(ours),
  };
  const told = await Change.query(trx).where(loss).where('timestamp', '>=', ctx.createdAt.getTime());
  if (!told.some(({ details }) => details.job === ctx.uuid && details.context === context)) {
    await recordChange(trx, {
      ...loss,
      user_id: userId,
      details: { source, context, target: ours, job: ctx.uuid },
    });
  }
}
