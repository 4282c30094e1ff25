/** What each alert that repository work raises means for its component. */
export interface AlertKind {
  /** 100 error, 50 warning, 10 information. From 50 on the history tells that it was raised. */
  severity: number;
  /** Locks the component while `auto_lock_error` of the repository's owner is on. */
  locks: boolean;
  /** Concerns the repository, so it stands on every component that shares it. */
  shared: boolean;
}

export const alertKinds = {
  DuplicateLanguage: { severity: 100, locks: false, shared: false },
  DuplicateString: { severity: 100, locks: false, shared: false },
  InexistantFiles: { severity: 100, locks: false, shared: false },
  MergeFailure: { severity: 100, locks: true, shared: true },
  NoMaskMatches: { severity: 100, locks: false, shared: false },
  ParseError: { severity: 100, locks: true, shared: false },
  PushFailure: { severity: 100, locks: true, shared: true },
  RepositoryChanges: { severity: 100, locks: false, shared: true },
  RepositoryOperationFailure: { severity: 100, locks: true, shared: true },
  RepositoryOutdated: { severity: 100, locks: false, shared: true },
  UpdateFailure: { severity: 100, locks: true, shared: true },
} as const satisfies Record<string, AlertKind>;

export type AlertName = keyof typeof alertKinds;

/** Names of the alerts that lock. */
export const lockingAlerts: readonly string[] = Object.entries(alertKinds)
  .filter(([, kind]) => kind.locks)
  .map(([name]) => name);
