import type { Knex } from 'knex';
import { type Bundle, bundlesOf, insertBundle, keepBundles, type WholeBundle } from '../models/bundle.ts';
import { isLocal } from './component-remote.ts';
import { createBundle } from './git-bundle.ts';
import { headOf } from './git-commit.ts';
import { isAncestor, mergeBase } from './git-history.ts';
import { runGit } from './git-process.ts';
import { knownCommit } from './git-remote.ts';
import type { Workplace } from './workplace.ts';

/** With so many bundles the next commit replaces all of them by one. */
const longestChain = 50;

/**
 * Runs `work` in a transaction that also tells the database where the head is, and gives it the commits that only the
 * working copy had. So whatever the database says of the head can be made anew without the working copy. Everything that
 * moves the head, or learns that upstream has it, ends with this.
 */
export async function commitHead<T>(
  place: Workplace,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const { ctx, owner } = place;
  const { head, kept, added } = await planBundles(place);
  return ctx.commit(async (trx) => {
    const result = await work(trx);
    await keepBundles(trx, owner.id, kept);
    if (added !== null) {
      await insertBundle(trx, owner.id, added);
    }
    await trx('repositories').where('component_id', owner.id).update({ local_sha: head });
    return result;
  });
}

interface BundlePlan {
  head: string;
  kept: readonly Bundle[];
  added: WholeBundle | null;
}

/**
 * The bundles lead from the newest commit that upstream has as well to the head. Only commits on top of the last bundle are
 * added to them; after a rebase, a merge, or a rewrite upstream the line starts anew.
 */
async function planBundles(place: Workplace): Promise<BundlePlan> {
  const { services, owner, folder, git } = place;
  const head = await headOf(folder);
  const base = await sharedCommit(place, head);
  if (base === head) {
    return { head, kept: [], added: null };
  }
  const chain = await bundlesOf(services.db.writer, owner.id);
  const start = chain.findIndex(({ base_sha }) => base_sha === base);
  const kept = start === -1 ? [] : chain.slice(start);
  const last = kept.at(-1);
  if (last?.tip_sha === head) {
    return { head, kept, added: null };
  }
  const continues =
    last !== undefined && kept.length < longestChain && (await isAncestor(folder, last.tip_sha, head, git));
  const from = continues ? last.tip_sha : base;
  const seq = (chain.at(-1)?.seq ?? 0) + 1;
  const added = { seq, base_sha: from, tip_sha: head, data: await createBundle(folder, from, git) };
  return { head, kept: continues ? kept : [], added };
}

/** The newest commit that upstream is known to have as well; null: none. */
async function sharedCommit(place: Workplace, head: string): Promise<string | null> {
  const { owner, folder, git } = place;
  if (isLocal(place)) {
    return null;
  }
  const upstream = (await knownCommit(folder, 'origin', owner.branch)) ?? (await formerUpstream(place));
  return upstream === null ? null : mergeBase(folder, head, upstream, git);
}

/** After the branch was changed in the settings, and until the new one has been fetched. */
async function formerUpstream({ folder, git }: Workplace): Promise<string | null> {
  const args = ['for-each-ref', '--format=%(objectname)', '--count=1', 'refs/remotes/origin'];
  return (await runGit(folder, { ...git, args })).trim() || null;
}
