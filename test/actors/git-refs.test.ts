import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { runGit } from '../../actors/git-process.ts';
import { checkedOut, readRef } from '../../actors/git-refs.ts';
import { cloneOf } from '../helpers/clone.ts';

test('refs are read as git reads them, loose and packed', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  const git = (...args: string[]) => runGit(folder, { args });
  const head = (await git('rev-parse', 'HEAD')).trim();
  await git('branch', 'release/1.0');

  const loose = await Promise.all(['HEAD', 'refs/heads/main', 'refs/heads/release/1.0'].map(read));
  await git('pack-refs', '--all');
  const packed = await Promise.all(['HEAD', 'refs/heads/main', 'refs/heads/release/1.0'].map(read));

  t.deepEqual(loose, [head, head, head]);
  t.deepEqual(packed, [head, head, head]);
  t.is(await checkedOut(folder), 'refs/heads/main');

  function read(name: string) {
    return readRef(folder, name);
  }
});

test('what is not there is null: no such branch, a folder of branches, a branch without a commit', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  await runGit(folder, { args: ['branch', 'release/1.0'] });

  t.is(await readRef(folder, 'refs/heads/none'), null);
  t.is(await readRef(folder, 'refs/heads/release'), null);
  t.is(await readRef(folder, 'refs/heads/main/below'), null);
  await runGit(folder, { args: ['symbolic-ref', 'HEAD', 'refs/heads/unborn'] });
  t.is(await readRef(folder, 'HEAD'), null);
  t.is(await checkedOut(folder), 'refs/heads/unborn');
});

test('a commit checked out without a branch is HEAD', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  await runGit(folder, { args: ['checkout', '--detach'] });

  t.is(await readRef(folder, 'HEAD'), await readRef(folder, 'refs/heads/main'));
  t.is(await checkedOut(folder), null);
});

test('a damaged ref is an error, not a commit', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'a' });
  const refs = join(folder, '.git', 'refs', 'heads');
  await writeFile(join(refs, 'main'), 'nonsense\n');
  await rm(join(refs, 'circle'), { force: true });
  await mkdir(refs, { recursive: true });
  await writeFile(join(refs, 'circle'), 'ref: refs/heads/circle\n');

  await t.throwsAsync(readRef(folder, 'HEAD'), { name: 'GitError', message: /damaged/ });
  await t.throwsAsync(readRef(folder, 'refs/heads/circle'), { name: 'GitError', message: /no commit/ });
});
