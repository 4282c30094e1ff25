import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { demoFiles } from '../../daemon/demo-files.ts';
import { createDemoRepository } from '../../daemon/demo-repository.ts';
import { temporaryFolder } from '../helpers/folder.ts';

async function git(path: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['--git-dir', path, ...args]);
  return stdout.trim();
}

test('the repository is bare and holds the files on main', async (t) => {
  const folder = join(await temporaryFolder(t), 'demo');

  const path = await createDemoRepository(folder);

  t.is(await git(path, 'rev-parse', '--is-bare-repository'), 'true');
  t.is(await git(path, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
  const names = (await git(path, 'ls-tree', '-r', '--name-only', 'main')).split('\n');
  t.deepEqual(names, Object.keys(demoFiles).sort());
  t.deepEqual(await readdir(folder), ['timer.git']);
});

test('a second call keeps the repository and what was pushed to it', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await createDemoRepository(folder);
  await git(first, 'branch', 'pushed', 'main');

  const second = await createDemoRepository(folder);

  t.is(second, first);
  t.regex(await git(second, 'branch'), /pushed/);
});
