export type GitErrorKind = 'rejected' | 'conflict' | 'auth' | 'unreachable' | 'missing-branch' | 'failed';

/** A git command that failed. `message` is fit for answers: no credentials, no paths of this machine. */
export class GitError extends Error {
  override name = 'GitError';
  readonly kind: GitErrorKind;
  /** Paths of the files with conflicts; of the kind `conflict` only. */
  readonly conflicts: readonly string[];
  /** What `git status` said before the failed merge was undone; of the kind `conflict` only. */
  readonly status: string;
  /** The remote said that what was asked for is at another address. */
  readonly isRedirect: boolean;

  constructor(
    kind: GitErrorKind,
    message: string,
    options: {
      conflicts?: readonly string[];
      status?: string;
      isRedirect?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.conflicts = options.conflicts ?? [];
    this.status = options.status ?? '';
    this.isRedirect = options.isRedirect ?? false;
  }
}

/**
 * Reads from git's words (in English: git runs with LC_ALL=C) what went wrong. First hit wins: a refused sign-in also
 * says that the remote could not be read.
 */
const signs: readonly [GitErrorKind, RegExp][] = [
  [
    'rejected',
    /! \[(?:remote )?rejected\]|non-fast-forward|\(fetch first\)|\(stale info\)|denying non-fast/i,
  ],
  ['missing-branch', /couldn't find remote ref|remote branch \S+ not found/i],
  [
    'auth',
    /authentication failed|could not read (?:username|password)|permission denied \(|access denied|returned error: 40[13]|invalid credentials|host key verification failed|remote host identification has changed|not authorized/i,
  ],
  [
    'unreachable',
    /could not resolve|unable to (?:access|connect|look up)|connection (?:refused|reset|timed out|closed)|operation timed out|timed out|could not read from remote|does not appear to be a git repository|repository .*not found|no route to host|network is unreachable|hung up|early eof|not valid: is this a git repository/i,
  ],
];

/** @param text what git printed @param secrets words that must not be passed on */
export function gitError(text: string, secrets: readonly string[], cause?: unknown): GitError {
  const kind = signs.find(([, sign]) => sign.test(text))?.[0] ?? 'failed';
  const message = cleanText(text, secrets) || 'git failed without a word';
  return new GitError(kind, message, { cause, isRedirect: /returned error: 30[1278]\b/.test(text) });
}

/** Shorter ones would be found in every other word; what they would protect is no secret. */
const shortestSecret = 4;

/** Takes credentials and paths of this machine out of what git prints. */
export function cleanText(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets.filter(({ length }) => length >= shortestSecret)) {
    clean = clean.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
  }
  return clean
    .replace(/(?<scheme>\b[a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/gi, '$<scheme>')
    .replace(/file:\/\/\S*?(?=['":,]?(?:\s|$))/g, '…')
    .replace(/(?<![\w:/.…~-])\/(?:[^\s/'":]+\/)+[^\s/'":]*/g, '…')
    .trim();
}
