import type { StoredSpread } from './copy-edit.ts';
import type { Upload } from './create-from-upload.ts';
import type { FileSummary } from './merge-plan.ts';

/**
 * The jobs of a component's actor: what each kind takes and what it gives back. A job names the component it is about; its
 * actor is that of the component whose repository it works in.
 */
export interface ComponentJobs {
  /**
   * Clones, or makes a repository of an upload; looks for files and reads them. Mistakes in the settings fail the job with
   * their `attr` (`JobFailed`).
   */
  create: { payload: ComponentPayload & { upload?: Upload }; result: { component: number } };
  commit: { payload: ComponentPayload & { translation_id?: number }; result: OperationResult };
  push: { payload: ComponentPayload; result: OperationResult };
  /** `method` null: the component's own `merge_style`. */
  pull: { payload: ComponentPayload & { method?: MergeMethod | null }; result: OperationResult };
  /** What a pull or a push would do with our strings; changes none of them. */
  preview: { payload: ComponentPayload & { operation: 'pull' | 'push' }; result: Preview };
  /** Fetches, and leaves all else as it is. */
  fetch: { payload: ComponentPayload; result: OperationResult };
  /** Takes what upstream has; edits that are not written are given up. */
  reset: { payload: ComponentPayload; result: OperationResult };
  /** Takes what upstream has, then writes every string of the database on top. */
  'reset-keep': { payload: ComponentPayload; result: OperationResult };
  cleanup: { payload: ComponentPayload; result: OperationResult };
  /** Checks every string anew, as the flags of today say. */
  'check-strings': { payload: ComponentPayload; result: OperationResult };
  /** Checks the strings anew that use a glossary which was written. Its actor is that of the glossary, not of a working copy. */
  'follow-glossary': { payload: ComponentPayload; result: OperationResult };
  /** Finds out which groups of variants strings name: those that wait for it, or all. */
  'follow-variants': { payload: ComponentPayload & { all?: boolean }; result: OperationResult };
  /** Copies an edit to equal strings of other components. Its actor is that of the project's copies, not of a working copy. */
  'copy-edit': { payload: ComponentPayload & { edit: StoredSpread }; result: OperationResult };
  /** Writes every string of the database into the files. */
  'file-sync': { payload: ComponentPayload; result: OperationResult };
  /** Reads every file into the database, changed or not. */
  'file-scan': { payload: ComponentPayload; result: OperationResult };
  /** After a change of settings: fetches, merges and reads again whatever the new settings say. */
  configure: { payload: ComponentPayload; result: OperationResult };
  'add-translation': {
    payload: ComponentPayload & { language_id: number };
    result: { translation: number };
  };
  'remove-translation': { payload: ComponentPayload & { translation_id: number }; result: OperationResult };
  'remove-unit': { payload: ComponentPayload & { unit_id: number }; result: OperationResult };
  'replace-file': {
    /** `file`: path of the uploaded bytes, which the job removes when it is over. */
    payload: ComponentPayload & { translation_id: number; file: string; author_id?: number };
    result: { total: number; accepted: number };
  };
  /** Gives all files the strings of an uploaded template; `file` as for `replace-file`. */
  'update-sources': {
    payload: ComponentPayload & { file: string; author_id?: number };
    result: { total: number; accepted: number };
  };
  /** `category_id`: the category that is removed, with this component in it. */
  'remove-component': { payload: ComponentPayload & { category_id?: number }; result: OperationResult };
}

export type ComponentJobKind = keyof ComponentJobs;

export interface ComponentPayload {
  component_id: number;
  /** Who asked; null for the server's own work. */
  user_id?: number | null;
}

/** `result` false: as for the operation itself, which would fail the same way. */
export interface Preview extends OperationResult {
  files: FileSummary[];
}

export type MergeMethod = 'merge' | 'rebase' | 'merge_noff';

/** `result` false: it could not be done because of the repository's state or its remote; `detail` says why. */
export interface OperationResult {
  result: boolean;
  detail?: string;
}
