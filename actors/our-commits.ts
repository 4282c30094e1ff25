import type { Identity } from './git-commit.ts';
import { changedFiles } from './git-history.ts';
import { type GitOptions, runGit } from './git-process.ts';
import type { Snapshot } from './snapshot.ts';

/** A commit that this server made and upstream does not have. */
export interface OurCommit {
  sha: string;
  author: Identity;
  authorDate: Date;
  message: string;
  /** Paths that it changed. */
  files: string[];
  /** What it changes, where that cannot be asked of the repository: edits that are not committed yet. */
  content?: { before: Snapshot; after: Snapshot };
}

/** What `HEAD` has that `upstream` lacks. */
export interface LocalHistory {
  /** Oldest first, merges left out: they have no content of their own. */
  ours: OurCommit[];
  /**
   * Whether somebody else's commits are among it: upstream has taken them back by a push with force, and bringing them in
   * again would undo that.
   */
  hasForeign: boolean;
}

const field = '\x1f';
const end = '\x1e';
const format = ['%H', '%P', '%an', '%ae', '%at', '%B'].join(field) + end;

/** The commits of the local branch that upstream does not have. Ours are known by their trailer `Job-Id`. */
export async function localHistory(
  folder: string,
  upstream: string,
  options: GitOptions = {},
): Promise<LocalHistory> {
  const args = [
    'log',
    '--reverse',
    '--topo-order',
    `--format=${format}`,
    '--end-of-options',
    `${upstream}..HEAD`,
  ];
  const history: LocalHistory = { ours: [], hasForeign: false };
  for (const record of (await runGit(folder, { ...options, args })).split(end)) {
    const [sha = '', parents = '', name = '', email = '', seconds = '', message = ''] = record
      .trimStart()
      .split(field);
    if (sha === '') {
      continue;
    }
    if (parents.includes(' ')) {
      continue;
    }
    if (!/^Job-Id: \S+$/m.test(message)) {
      history.hasForeign = true;
      continue;
    }
    history.ours.push({
      sha,
      author: { name, email },
      authorDate: new Date(Number(seconds) * 1000),
      message: message.trimEnd(),
      files: await changedFiles(folder, `${sha}^`, sha, options),
    });
  }
  return history;
}
