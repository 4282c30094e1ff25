import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { kill, platform } from 'node:process';
import { type SimpleGit, simpleGit } from 'simple-git';
import { gitEnvironment, type Remote } from './git-environment.ts';
import { GitError, gitError } from './git-error.ts';
import type { Command, GitOptions, GitOutput } from './git-process.ts';

const longestSilence = 5 * 60_000;

/** Runs one git command from this process. Its arguments are those of `git cat-file` where the output is no text. */
export function executeGit<Kind extends keyof GitOutput>(
  folder: string,
  command: Command,
  kind: Kind,
): Promise<GitOutput[Kind]>;
export function executeGit(
  folder: string,
  command: Command,
  kind: keyof GitOutput,
): Promise<string | Uint8Array> {
  const args = [...command.args];
  return run<string | Uint8Array>(folder, command, (git) =>
    kind === 'text' ? git.raw(args) : git.binaryCatFile(args),
  );
}

async function run<T>(
  folder: string,
  command: Command,
  start: (git: SimpleGit) => PromiseLike<T>,
): Promise<T> {
  const { signal, remote = null, accept = [] } = command;
  signal?.throwIfAborted();
  const environment = { ...gitEnvironment(folder, remote), ...command.env };
  const watch = new Watch(command);
  let words = '';
  const git = simpleGit({
    baseDir: folder,
    // A session of its own: its group can be ended as a whole, and ssh finds no terminal to ask on.
    binary: platform === 'linux' ? ['setsid', 'git'] : 'git',
    // Its default is to wait 50 ms after the end of the process, and on a busy machine output comes later than that.
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(environment),
    unsafe: ours,
    input: () => command.input,
    errors(error, { exitCode, stdOut, stdErr }) {
      if (exitCode === 0 || accept.includes(exitCode)) {
        return undefined;
      }
      words = Buffer.concat([...stdErr, Buffer.from('\n'), ...stdOut]).toString();
      return error ?? Buffer.from(words);
    },
  })
    .env(environment)
    .outputHandler((_name, stdout, stderr) => watch.output(stdout, stderr));

  try {
    return await spawned.run(
      (child) => watch.started(child),
      async () => start(git),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (watch.hangs) {
      throw new GitError('unreachable', 'The repository did not answer in time.', { cause: error });
    }
    throw gitError(words, secretsOf(remote), error);
  } finally {
    watch.end();
  }
}

/** Where a token stands for both, it is the name of the user. */
function secretsOf(remote: Remote | null): string[] {
  return [remote?.password || remote?.username || ''];
}

/** simple-git refuses what could run programs unless told otherwise; these we set ourselves, to safe values. */
const ours = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeEditor: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePager: true,
  allowUnsafeSshCommand: true,
  allowUnsafeTemplateDir: true,
};

/** simple-git keeps its child processes to itself; Node tells of each one in the asynchronous context that starts it. */
const spawned = new AsyncLocalStorage<(child: ChildProcess) => void>();
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  spawned.getStore()?.(child);
});

/** Ends one command when it is aborted or stays silent too long. */
class Watch {
  hangs = false;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout;
  #signal: AbortSignal | undefined;
  #progress: GitOptions['progress'];
  #onAbort = () => this.#kill();

  constructor({ signal, silence = longestSilence, progress }: GitOptions) {
    this.#signal = signal;
    this.#progress = progress;
    this.#timer = setTimeout(() => {
      this.hangs = true;
      this.#kill();
    }, silence);
    signal?.addEventListener('abort', this.#onAbort);
  }

  started(child: ChildProcess): void {
    this.#child = child;
  }

  output(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void {
    if (this.#signal?.aborted) {
      this.#kill();
    }
    stdout.on('data', () => this.#timer.refresh());
    stderr.on('data', (data: Buffer) => {
      this.#timer.refresh();
      this.#report(data);
    });
    // simple-git waits another 50 ms for output of a command that printed nothing. An empty piece tells it that all is
    // well; its own listeners come in the same tick as this call, so the piece is sent right after.
    queueMicrotask(() => stdout.emit('data', Buffer.alloc(0)));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#child = null;
  }

  #report(data: Buffer): void {
    const last = [...data.toString().matchAll(/(?<stage>[A-Z][a-z ]+): +(?<percent>\d+)%/g)].at(-1);
    if (last?.groups) {
      this.#progress?.(Number(last.groups.percent), last.groups.stage ?? '');
    }
  }

  /** Asked kindly, git takes its lock files away; what does not listen is ended two seconds later. */
  #kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) {
      return;
    }
    endGroup(pid, 'SIGTERM');
    setTimeout(() => endGroup(pid, 'SIGKILL'), 2000).unref();
  }
}

function endGroup(pid: number, how: NodeJS.Signals): void {
  // In its first moment the process is not yet the leader of a group.
  if (!send(-pid, how)) {
    send(pid, how);
  }
}

function send(pid: number, how: NodeJS.Signals): boolean {
  try {
    return kill(pid, how);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return false;
    }
    throw error;
  }
}
