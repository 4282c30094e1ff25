import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';

export const entry = fileURLToPath(new URL('../../daemon/dragoman.mjs', import.meta.url));

export interface RunOptions {
  /** Settings; of the machine's environment only what programs need to run is handed on. */
  env?: Record<string, string>;
  node?: string;
}

/** A command in a process of its own, with what it has written so far. */
export interface RunningCommand {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Resolves at the end, with the exit code (null after a signal). */
  ended: Promise<number | null>;
  /** Resolves when standard output matches. @throws {Error} with all output when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

export function startCommand(t: ExecutionContext, args: string[], options: RunOptions = {}): RunningCommand {
  const { env, node = process.execPath } = options;
  return startProgram(t, [node, entry, ...args], env);
}

/** `npm start`, from the project's folder. */
export function npmStart(t: ExecutionContext, env: Record<string, string>): RunningCommand {
  return startProgram(t, ['npm', 'start'], env);
}

function startProgram(
  t: ExecutionContext,
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
): RunningCommand {
  const child = spawn(program, args, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.stderr += text;
  });
  const ended = once(child, 'close').then(() => child.exitCode);

  return {
    child,
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(texts.stdout);
        if (found) {
          return found;
        }
        const next = once(child.stdout, 'data').then(() => 'more');
        if ((await Promise.race([next, ended.then(() => 'end')])) === 'end') {
          throw new Error(`ended without printing ${pattern}:\n${texts.stdout}\n${texts.stderr}`);
        }
      }
    },
  };
}

/** Runs a command to its end. */
export async function runCommand(t: ExecutionContext, args: string[], options: RunOptions = {}) {
  const command = startCommand(t, args, options);
  const code = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

/** A Node on this machine that is too old for Dragoman; null where there is none. */
export function findOldNode(): string | null {
  const candidates = (process.env.PATH ?? '').split(':').map((folder) => `${folder}/node`);
  for (const node of candidates) {
    if (majorOf(node) < 24) {
      return node;
    }
  }
  return null;
}

/** Infinity where there is no such program. */
function majorOf(node: string): number {
  try {
    const version = execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(version.slice(1), 10);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return Number.POSITIVE_INFINITY;
    }
    throw error;
  }
}
