import { executeGit } from './git-command.ts';
import type { Remote } from './git-environment.ts';

/** What a command can give. */
export interface GitOutput {
  text: string;
  bytes: Uint8Array;
}

/** Starts git commands somewhere else than in this process; see git-runner.ts. */
export interface GitRunner {
  run<Kind extends keyof GitOutput>(folder: string, command: Command, kind: Kind): Promise<GitOutput[Kind]>;
}

export interface GitOptions {
  /** Ends the command and all it has started. */
  signal?: AbortSignal;
  /** Milliseconds without any output after which the command counts as hanging; 5 minutes. */
  silence?: number;
  /** Percent of one stage, such as `Receiving objects`; for commands that were given `--progress`. */
  progress?: (percent: number, stage: string) => void;
  /** Who starts the command; left out: this process. */
  runner?: GitRunner | undefined;
}

export interface Command extends GitOptions {
  args: readonly string[];
  remote?: Remote;
  /** Variables on top of those of every command. */
  env?: Record<string, string>;
  /** Text for its standard input. */
  input?: string;
  /** Exit statuses beside 0 that are answers and not failures. */
  accept?: readonly number[];
}

/** Gives the command's output. @throws {GitError} when it fails or hangs; the signal's reason when that aborts it. */
export function runGit(folder: string, command: Command): Promise<string> {
  return start(folder, command, 'text');
}

/** As `runGit`, for output that is not text. The arguments are those of `git cat-file`. */
export function runGitBytes(folder: string, command: Command): Promise<Uint8Array> {
  return start(folder, command, 'bytes');
}

async function start<Kind extends keyof GitOutput>(
  folder: string,
  command: Command,
  kind: Kind,
): Promise<GitOutput[Kind]> {
  const { runner, ...rest } = command;
  rest.signal?.throwIfAborted();
  return runner ? runner.run(folder, rest, kind) : executeGit(folder, rest, kind);
}
