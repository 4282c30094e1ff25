import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readBlob } from '../../actors/git-history.ts';
import { runGit } from '../../actors/git-process.ts';
import { remoteBranches } from '../../actors/git-remote.ts';
import { HelperGitRunner } from '../../actors/git-runner.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { cloneOf } from '../helpers/clone.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { refusingServer, silentServer } from '../helpers/remotes.ts';
import { until } from '../helpers/until.ts';

async function startRunner(t: ExecutionContext): Promise<HelperGitRunner> {
  const runner = new HelperGitRunner(await temporaryFolder(t));
  t.teardown(() => runner.close());
  return runner;
}

/** Process ids of the helpers that run for this process. */
async function helpers(): Promise<number[]> {
  const found: number[] = [];
  for (const thread of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${thread}/children`, 'utf8');
    for (const pid of children.split(' ').filter((word) => word !== '')) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      if (line.includes('git-runner-process')) {
        found.push(Number(pid));
      }
    }
  }
  return found;
}

test.serial('commands of the helper give texts and bytes', async (t) => {
  const runner = await startRunner(t);
  const { folder } = await cloneOf(t, { 'a.bin': 'caf\u00e9\r\n' });

  const head = await runGit(folder, { runner, args: ['rev-parse', 'HEAD'] });
  const hash = await runGit(folder, { runner, args: ['rev-parse', 'HEAD:a.bin'] });
  const bytes = await readBlob(folder, hash.trim(), 100, { runner });

  t.regex(head, /^[0-9a-f]{40}\n$/);
  t.deepEqual(Buffer.from(bytes), Buffer.from('caf\u00e9\r\n'));
});

test.serial('texts for the standard input and accepted statuses work as without it', async (t) => {
  const runner = await startRunner(t);
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });

  const hash = await runGit(folder, { runner, args: ['hash-object', '--stdin'], input: 'a' });
  const nothing = await runGit(folder, { runner, args: ['rev-parse', '--verify', '-q', 'x'], accept: [1] });

  t.is(hash.trim(), (await runGit(folder, { args: ['rev-parse', 'HEAD:a.txt'] })).trim());
  t.is(nothing, '');
});

test.serial('a failing command says why, in its own words', async (t) => {
  const runner = await startRunner(t);
  const server = await refusingServer(t);
  const remote = await openRemote(`${server.url}/hello.git`, { allowLocal: true });

  await t.throwsAsync(remoteBranches({ ...remote, username: 'ana', password: 'wrong-one' }, { runner }), {
    name: 'GitError',
    message: /Authentication failed/,
  });
});

test.serial('an aborted command ends, and the next one runs', async (t) => {
  const runner = await startRunner(t);
  const server = await silentServer(t);
  const controller = new AbortController();
  const remote = await openRemote(`http://127.0.0.1:${server.port}/hello.git`, { allowLocal: true });
  const answer = remoteBranches(remote, { runner, signal: controller.signal });

  await server.connected;
  controller.abort(new Error('enough'));

  await t.throwsAsync(answer, { message: 'enough' });
  await server.disconnected;
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  t.regex(await runGit(folder, { runner, args: ['log', '--oneline'] }), /^[0-9a-f]+ /);
});

test.serial('the helper is less urgent than the server', async (t) => {
  const runner = await startRunner(t);
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });

  await runGit(folder, { runner, args: ['status'] });

  const [pid = 0] = await helpers();
  t.true(getPriority(pid) > getPriority());
});

test.serial('when the helper dies its commands fail, and the next one has another', async (t) => {
  const runner = await startRunner(t);
  const server = await silentServer(t);
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  await runGit(folder, { runner, args: ['status'] });
  const [pid = 0] = await helpers();
  const remote = await openRemote(`http://127.0.0.1:${server.port}/hello.git`, { allowLocal: true });
  const answer = remoteBranches(remote, { runner });

  await server.connected;
  process.kill(pid, 'SIGKILL');

  await t.throwsAsync(answer, { message: /process that starts git commands ended/ });
  t.regex(await runGit(folder, { runner, args: ['log', '--oneline'] }), /^[0-9a-f]+ /);
});

test.serial('closing ends the helper', async (t) => {
  const runner = new HelperGitRunner(await temporaryFolder(t));
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  await runGit(folder, { runner, args: ['status'] });

  t.is((await helpers()).length, 1);
  await runner.close();

  await until(async () => (await helpers()).length === 0);
  await t.throwsAsync(runGit(join(folder, '.'), { runner, args: ['status'] }), { message: /no longer/ });
});
