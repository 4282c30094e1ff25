import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { commitFiles, headOf } from '../../actors/git-commit.ts';
import { cloneInto, fetchBranch } from '../../actors/git-remote.ts';
import { recoverCopy, recoverFolder } from '../../actors/recovery.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { ana, bot, cloneOf, noon, writeFiles } from '../helpers/clone.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { gitRepository } from '../helpers/git.ts';
import { silentServer } from '../helpers/remotes.ts';
import { until } from '../helpers/until.ts';

test('locks, temporary files and a rebase that a crash left are cleared away', async (t) => {
  const { upstream, remote, folder, change } = await cloneOf(t, { '.gitignore': '*.po\n', 'a.txt': 'one\n' });
  const ours = await change({ 'a.txt': 'ours\n', 'lang/.tmp-tracked.txt': 'kept\n' });
  await upstream.commit({ 'a.txt': 'theirs\n' });
  await fetchBranch(folder, remote, 'main');
  t.throws(() =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', 'rebase', 'origin/main'], {
      cwd: folder,
      stdio: 'ignore',
    }),
  );
  await writeFiles(folder, {
    '.git/index.lock': '',
    '.git/HEAD.lock': '',
    '.git/refs/heads/main.lock': '',
    '.git/refs/remotes/origin/main.lock': '',
    'lang/.tmp-0123456789ab-cs.po': 'half',
    '.tmp-0123456789ab-a.txt': 'half',
    'new.txt': 'ours, too',
  });

  t.deepEqual(await recoverCopy(folder, 'main'), ['rebase']);

  t.is(await headOf(folder), ours);
  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'ours\n');
  t.deepEqual((await readdir(folder)).sort(), ['.git', '.gitignore', 'a.txt', 'lang', 'new.txt']);
  t.deepEqual(await readdir(join(folder, 'lang')), ['.tmp-tracked.txt']);
  t.deepEqual(await recoverCopy(folder, 'main'), []);
});

test('half-made working copies are deleted, whole ones stay', async (t) => {
  const vcs = await temporaryFolder(t);
  await mkdir(join(vcs, '5', '.git'), { recursive: true });
  await mkdir(join(vcs, '6.part-123', '.git'), { recursive: true });

  t.deepEqual(await recoverFolder(vcs), { orphans: 0, parts: 1 });

  t.deepEqual(await readdir(vcs), ['5']);
});

test('git commands that outlived a killed server are ended, those of another server are not', async (t) => {
  const [mine, other] = [await temporaryFolder(t), await temporaryFolder(t)];
  const hanging = [await startHanging(t, mine), await startHanging(t, other)];
  for (const { server } of hanging) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  const { orphans } = await recoverFolder(mine);

  t.true(orphans >= 1);
  await t.notThrowsAsync(hanging[0]?.disconnected ?? Promise.reject());
  t.is((await recoverFolder(mine)).orphans, 0);
  t.true((await recoverFolder(other)).orphans >= 1);
});

test('a push that outlived a killed server leaves no lock in a repository of the same machine', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'one\n' });
  const vcs = await temporaryFolder(t);
  const folder = join(vcs, '5');
  await mkdir(folder);
  await cloneInto(folder, await openRemote(upstream.url, { allowLocal: true }), 'main');
  await writeFiles(folder, { 'a.txt': 'ours\n' });
  const dates = { authorDate: noon, committerDate: noon };
  await commitFiles(folder, { files: ['a.txt'], message: 'Ours', author: ana, committer: bot, ...dates });
  // Called while the receiving side holds the lock of the branch.
  const hook = join(upstream.url, 'hooks', 'reference-transaction');
  await writeFile(hook, '#!/bin/sh\n[ "$1" = prepared ] && touch prepared && sleep 100\n', { mode: 0o755 });
  const script = `
    import { push } from ${JSON.stringify(new URL('../../actors/git-remote.ts', import.meta.url).href)};
    import { openRemote } from ${JSON.stringify(new URL('../../actors/repository-guard.ts', import.meta.url).href)};
    const remote = await openRemote(${JSON.stringify(upstream.url)}, { allowLocal: true });
    await push(${JSON.stringify(folder)}, remote, { branch: 'main', name: 'origin' });
  `;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  await until(async () => (await readdir(upstream.url)).includes('prepared'));
  server.kill('SIGKILL');
  await once(server, 'exit');

  const { orphans } = await recoverFolder(vcs);

  t.true(orphans >= 1);
  t.deepEqual(await readdir(join(upstream.url, 'refs', 'heads')), ['main']);
});

/** A process that has git ask a server which never answers, in a working copy below `vcs`. */
async function startHanging(t: Parameters<typeof temporaryFolder>[0], vcs: string) {
  const { port, connected, disconnected } = await silentServer(t);
  await mkdir(join(vcs, '5'));
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', join(vcs, '5')]);
  const script = `
    import { fetchBranch } from ${JSON.stringify(new URL('../../actors/git-remote.ts', import.meta.url).href)};
    const remote = { url: 'git://127.0.0.1:${port}/x', protocol: 'git' };
    await fetchBranch(${JSON.stringify(join(vcs, '5'))}, remote, 'main');
  `;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  await connected;
  return { server, disconnected };
}
