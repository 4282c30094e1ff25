import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { GitError } from './git-error.ts';
import type { Command, GitOutput, GitRunner } from './git-process.ts';
import type { Answer, Request } from './git-runner-process.ts';
import { endOrphans } from './orphans.ts';

interface Waiting {
  command: Command;
  resolve(value: never): void;
  reject(reason: unknown): void;
}

/**
 * Starts git from a process of its own. To start a program the system copies the page tables of the process that does it: with
 * some hundred megabytes that is 10 to 20 ms in which nothing else happens, and a commit takes dozens of commands. The helper is
 * small, and it is less urgent than the process that answers requests; so are the commands it starts.
 */
export class HelperGitRunner implements GitRunner {
  readonly #vcsFolder: string;
  #helper: Promise<ChildProcess> | null = null;
  /** Commands of a helper that was lost are being ended. */
  #orphans: Promise<unknown> = Promise.resolve();
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #isClosed = false;

  /** @param vcsFolder folder of the working copies */
  constructor(vcsFolder: string) {
    this.#vcsFolder = vcsFolder;
  }

  async run<Kind extends keyof GitOutput>(
    folder: string,
    command: Command,
    kind: Kind,
  ): Promise<GitOutput[Kind]> {
    const { signal, progress, runner: _, ...rest } = command;
    this.#helper ??= this.#start();
    const helper = await this.#helper;
    signal?.throwIfAborted();
    this.#last += 1;
    const id = this.#last;
    const abort = () => send(helper, { abort: id });
    signal?.addEventListener('abort', abort);
    try {
      return await new Promise<GitOutput[Kind]>((resolve, reject) => {
        this.#waiting.set(id, { command, resolve, reject });
        send(helper, { id, folder, kind, command: rest, showsProgress: progress !== undefined });
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      this.#waiting.delete(id);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the helper, and the commands that still run with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const helper = await this.#helper;
    if (helper?.connected) {
      const end = once(helper, 'exit');
      helper.disconnect();
      await end;
    }
  }

  async #start(): Promise<ChildProcess> {
    await this.#orphans;
    if (this.#isClosed) {
      throw new Error('git commands are no longer started');
    }
    const helper = fork(new URL('./git-runner-process.ts', import.meta.url), {
      // Without a bound, what passes through would be kept as 100 MB of garbage.
      execArgv: ['--max-semi-space-size=2'],
      serialization: 'advanced',
    });
    helper.on('message', (answer: Answer) => this.#receive(answer));
    helper.once('exit', () => this.#lose(helper));
    await once(helper, 'spawn');
    return helper;
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    switch (answer.type) {
      case 'progress':
        waiting?.command.progress?.(answer.percent, answer.stage);
        return;
      case 'output':
        waiting?.resolve(answer.output as never);
        return;
      case 'git-error': {
        const { kind, message, isRedirect } = answer;
        waiting?.reject(new GitError(kind, message, { isRedirect }));
        return;
      }
      case 'failure':
        waiting?.reject(new Error(`a git command could not be run: ${answer.message}`));
        return;
    }
  }

  /** The commands of a helper that is gone may go on without it: they are ended before anything else is started. */
  #lose({ signalCode, exitCode }: ChildProcess): void {
    this.#helper = null;
    this.#orphans = endOrphans(this.#vcsFolder);
    const reason = new Error(`the process that starts git commands ended (${signalCode ?? exitCode})`);
    for (const { reject } of this.#waiting.values()) {
      void this.#orphans.then(() => reject(reason), reject);
    }
  }
}

function send(helper: ChildProcess, request: Request): void {
  if (helper.connected) {
    helper.send(request);
  }
}
