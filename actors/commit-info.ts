import type { CommitInfo } from '../models/repository-state.ts';
import { type GitOptions, runGit } from './git-process.ts';

const fields = ['%H', '%h', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'];

/** The commit that `revision` (a full hash, a ref or HEAD) names. @throws {GitError} when there is none */
export async function commitInfo(
  folder: string,
  revision: string,
  options: GitOptions = {},
): Promise<CommitInfo> {
  const args = ['log', '-1', `--format=${fields.join('%x00')}`, '--end-of-options', revision, '--'];
  const values = (await runGit(folder, { ...options, args })).split('\0');
  const [sha, short, authorName, authorMail, authorTime, name, mail, time, body] = values;
  const message = (body ?? '').trimEnd();
  return {
    revision: sha ?? '',
    shortrevision: short ?? '',
    author: `${authorName} <${authorMail}>`,
    author_name: authorName ?? '',
    author_email: authorMail ?? '',
    authordate: asTime(authorTime),
    commit: `${name} <${mail}>`,
    commit_name: name ?? '',
    commit_email: mail ?? '',
    commitdate: asTime(time),
    message,
    summary: message.split('\n', 1)[0] ?? '',
  };
}

function asTime(seconds: string | undefined): string {
  return new Date(Number(seconds) * 1000).toISOString();
}
