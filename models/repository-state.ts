import { Row } from './row.ts';

/** A commit as answers show it; dates are ISO 8601. */
export interface CommitInfo {
  revision: string;
  shortrevision: string;
  author: string;
  author_name: string;
  author_email: string;
  authordate: string;
  commit: string;
  commit_name: string;
  commit_email: string;
  commitdate: string;
  message: string;
  summary: string;
}

/** What is known of a component's working copy without looking at it. */
export class RepositoryState extends Row {
  static override tableName = 'repositories';
  static override idColumn = 'component_id';
  static override json = ['remote_info', 'local_info'];
  static override initial = { status: '' };

  /** The component that owns the working copy. */
  declare component_id: number;
  declare remote_sha: string | null;
  declare local_sha: string | null;
  declare remote_info: CommitInfo | null;
  declare local_info: CommitInfo | null;
  /** Head whose files were last read into the database. */
  declare processed_sha: string | null;
  declare outgoing: number;
  declare missing: number;
  declare status: string;
  declare merge_failure: string | null;
  declare fetched_at: number | null;
}
