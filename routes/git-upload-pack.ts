import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { kill } from 'node:process';
import { type Readable, Transform, type Writable } from 'node:stream';
import type { Context } from 'koa';
import { gitEnvironment } from '../actors/git-environment.ts';
import { sendBody } from './git-body.ts';
import { unsupportedMediaType } from './http/errors.ts';

/** Milliseconds without a byte in either direction after which a client counts as gone. */
const longestSilence = 5 * 60_000;

const settings = [
  // Branches and tags only: what the server notes for itself (upstream as last seen, work under way) is not for clones.
  // Later lines win over earlier ones.
  'transfer.hideRefs=refs/',
  'transfer.hideRefs=!refs/heads/',
  'transfer.hideRefs=!refs/tags/',
  // Who clones can wait; a save that shares the machine with it must not.
  'pack.threads=1',
].flatMap((setting) => ['-c', setting]);

type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Answers which branches and tags the working copy in `folder` has. @throws {Error} when git cannot read it */
export async function answerRefs(ctx: Context, folder: string): Promise<void> {
  const { git, watched } = start(ctx, folder, ['--advertise-refs']);
  git.stdin.end();
  const output = watched();
  output.write('001e# service=git-upload-pack\n0000');
  await answer(ctx, git, output);
  ctx.type = 'application/x-git-upload-pack-advertisement';
}

/**
 * Answers with the commits that the body asks for.
 * @throws {ApiError} 400, 413 or 415 for a body that is no such request @throws {Error} when git cannot read the copy
 */
export async function answerObjects(ctx: Context, folder: string): Promise<void> {
  if (!ctx.is('application/x-git-upload-pack-request')) {
    throw unsupportedMediaType(ctx.get('Content-Type'));
  }
  const { git, watched } = start(ctx, folder, []);
  const sending = sendBody(ctx, watched(), git.stdin);
  const answering = answer(ctx, git, watched());
  // The answer may begin before the body has ended. A body that fails before that is the failure to tell.
  await Promise.race([answering, sending.then(() => answering)]);
  ctx.type = 'application/x-git-upload-pack-result';
}

/**
 * Only reads, so it may run beside whatever the actor of the working copy does. Git ends with the connection, and with it
 * all it has started: what packs is a child of it. Bytes that go through a stream of `watched` show that the client lives.
 */
function start(
  ctx: Context,
  folder: string,
  options: readonly string[],
): { git: GitProcess; watched: () => Transform } {
  const args = [...settings, 'upload-pack', '--stateless-rpc', '--strict', ...options, '--'];
  const git = spawn('git', [...args, join(folder, '.git')], {
    cwd: folder,
    env: { ...gitEnvironment(folder, null), ...protocolOf(ctx) },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, to be ended as a whole.
    detached: true,
  });
  const silence = setTimeout(() => ctx.res.destroy(), longestSilence);
  ctx.res.once('close', () => {
    clearTimeout(silence);
    endGroup(git);
  });
  const watched = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        silence.refresh();
        done(null, chunk);
      },
    });
  return { git, watched };
}

/** The protocol that the client prefers, such as `version=2`. */
function protocolOf(ctx: Context): Record<string, string> {
  const wanted = ctx.get('Git-Protocol');
  return /^[\w.=:-]{1,200}$/.test(wanted) ? { GIT_PROTOCOL: wanted } : {};
}

/** Lets the answer begin once git has something to say: until then its failure can be told by a status. */
async function answer(ctx: Context, git: GitProcess, output: Transform): Promise<void> {
  let words = '';
  git.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000);
  });
  const failure = () => new Error(`git upload-pack ended with ${git.exitCode}: ${words.trim()}`);
  const closed = once(git, 'close');
  await Promise.race([once(git.stdout, 'readable'), closed]);
  if (git.stdout.readableLength === 0) {
    await closed;
    throw failure();
  }
  closed.then(
    () => {
      if (git.exitCode !== 0 && !ctx.res.closed) {
        ctx.app.emit('error', failure(), ctx);
      }
    },
    (error: unknown) => ctx.app.emit('error', error, ctx),
  );
  ctx.body = git.stdout.pipe(output);
}

function endGroup(git: GitProcess): void {
  if (git.pid === undefined || git.exitCode !== null || git.signalCode !== null) {
    return;
  }
  try {
    kill(-git.pid, 'SIGTERM');
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
