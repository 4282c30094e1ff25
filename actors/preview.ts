import type { Preview } from './component-jobs.ts';
import { canPush, isLocal } from './component-remote.ts';
import { takeUpstream } from './fetch.ts';
import { type FileSummary, type MergePlan, planMerge } from './merge-plan.ts';
import { localHistory, type OurCommit } from './our-commits.ts';
import { waitingCommits } from './waiting-commits.ts';
import type { Workplace } from './workplace.ts';

/**
 * What our commits and the edits that wait for theirs would come to on top of upstream. All of it is worked out in memory:
 * the branch, the files and the strings stay as they are, whatever ends this. The remote is asked what is new, and
 * its branch as we know it moves.
 * @throws {GitError} @throws {RepositoryUrlError} when the remote cannot be asked
 */
export async function preview(place: Workplace, operation: 'pull' | 'push'): Promise<Preview> {
  if (isLocal(place)) {
    return { result: true, files: [] };
  }
  if (operation === 'push' && !canPush(place)) {
    return { result: false, detail: 'Pushing is turned off for this component.', files: [] };
  }
  const upstream = await takeUpstream(place);
  const { ours } = await localHistory(place.folder, upstream, place.git);
  const commits = [...ours, ...(await waitingCommits(place))];
  const plan = await planMerge(place, upstream, asOne(commits));
  return { result: true, files: plan.files.filter((file) => isTouched(file, plan)) };
}

/** Who made which change does not matter here, and with one author every string counts once. */
function asOne(commits: readonly OurCommit[]): OurCommit[] {
  return commits.map((commit) => ({ ...commit, author: { name: '', email: '' } }));
}

/** Files whose strings upstream has already are of no interest. */
function isTouched({ filename, conflicting, lost }: FileSummary, { commits }: MergePlan): boolean {
  return conflicting + lost > 0 || commits.some(({ files }) => files.has(filename));
}
