import { constants, setPriority } from 'node:os';
import { executeGit } from './git-command.ts';
import { GitError, type GitErrorKind } from './git-error.ts';
import type { Command, GitOutput } from './git-process.ts';

/** What the helper of git-runner.ts is told. */
export type Request =
  | {
      id: number;
      folder: string;
      kind: keyof GitOutput;
      command: Omit<Command, 'signal' | 'progress' | 'runner'>;
      showsProgress: boolean;
    }
  | { abort: number };

/** What it tells, of the command with this id. */
export type Answer = { id: number } & (
  | { type: 'output'; output: string | Uint8Array }
  | { type: 'progress'; percent: number; stage: string }
  | { type: 'git-error'; kind: GitErrorKind; message: string; isRedirect: boolean }
  | { type: 'failure'; message: string }
);

const running = new Map<number, AbortController>();
/** Commands that run; the process ends after the last one. */
let isAlone = false;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (request: Request) => {
  if ('abort' in request) {
    running.get(request.abort)?.abort();
  } else {
    void execute(request);
  }
});
process.on('disconnect', () => {
  isAlone = true;
  for (const controller of running.values()) {
    controller.abort();
  }
});
// A terminal and systemd signal every process of the service; this one ends when the daemon has no more use for it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function execute(request: Exclude<Request, { abort: number }>): Promise<void> {
  const { id, folder, kind, command, showsProgress } = request;
  const controller = new AbortController();
  running.set(id, controller);
  const progress = (percent: number, stage: string) => answer({ id, type: 'progress', percent, stage });
  try {
    const options = { ...command, signal: controller.signal, ...(showsProgress ? { progress } : {}) };
    answer({ id, type: 'output', output: await executeGit(folder, options, kind) });
  } catch (error) {
    answer({ id, ...describe(error) });
  } finally {
    running.delete(id);
  }
}

function describe(error: unknown) {
  if (error instanceof GitError) {
    const { kind, message, isRedirect } = error;
    return { type: 'git-error', kind, message, isRedirect } as const;
  }
  return { type: 'failure', message: error instanceof Error ? error.message : String(error) } as const;
}

function answer(message: Answer): void {
  if (!isAlone) {
    process.send?.(message);
  }
}
