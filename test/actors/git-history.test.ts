import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { commitInfo } from '../../actors/commit-info.ts';
import { GitError } from '../../actors/git-error.ts';
import {
  blobHashes,
  changedFiles,
  commitOf,
  countCommits,
  mergeBase,
  readBlob,
  statusText,
} from '../../actors/git-history.ts';
import { fetchBranch } from '../../actors/git-remote.ts';
import { cloneOf, writeFiles } from '../helpers/clone.ts';

test('a commit is described in full', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const authorDate = new Date('2025-05-01T09:30:00Z');

  const sha = await change({ 'a.txt': 'two\n' }, { message: 'Změna\n\nWhy.\n', authorDate });

  t.deepEqual(await commitInfo(folder, 'HEAD'), {
    revision: sha,
    shortrevision: sha.slice(0, 7),
    author: 'Ana Nova <ana@example.org>',
    author_name: 'Ana Nova',
    author_email: 'ana@example.org',
    authordate: '2025-05-01T09:30:00.000Z',
    commit: 'Translation Bot <bot@example.org>',
    commit_name: 'Translation Bot',
    commit_email: 'bot@example.org',
    commitdate: '2026-01-02T12:00:00.000Z',
    message: 'Změna\n\nWhy.',
    summary: 'Změna',
  });
});

test('commits that only one side has are counted', async (t) => {
  const { upstream, remote, folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const base = await commitOf(folder, 'HEAD');
  await change({ 'b.txt': 'b\n' });
  await upstream.commit({ 'c.txt': 'c\n' });
  await upstream.commit({ 'd.txt': 'd\n' });
  await fetchBranch(folder, remote, 'main');

  const counts = await countCommits(folder, 'HEAD', 'refs/remotes/origin/main');

  t.deepEqual(counts, { outgoing: 1, missing: 2 });
  t.is(await mergeBase(folder, 'HEAD', 'refs/remotes/origin/main'), base);
});

test('histories with nothing in common have no base', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}');
  const other = git(folder, '-c', 'user.name=x', '-c', 'user.email=x', 'commit-tree', tree, '-m', 'x');

  t.is(await mergeBase(folder, 'HEAD', other), null);
  t.deepEqual(await countCommits(folder, 'HEAD', other), { outgoing: 1, missing: 1 });
});

test('a commit that does not exist is none', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });

  t.is(await commitOf(folder, '0123456789012345678901234567890123456789'), null);
  t.is(await commitOf(folder, 'refs/heads/nothing'), null);
});

test('changed files are named, a renamed one by both names', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n', 'b.txt': 'b\n' });
  const before = (await commitOf(folder, 'HEAD')) ?? '';
  await change({ 'a.txt': null, 'ž ý.txt': 'one\n' });

  t.deepEqual(await changedFiles(folder, before, 'HEAD'), ['a.txt', 'ž ý.txt']);
});

test('hashes are given of files alone', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n', 'lang/cs ž.txt': 'two\n' });
  await symlink('a.txt', join(folder, 'link.txt'));
  await change({}, { files: ['link.txt'] });

  const hashes = await blobHashes(folder, 'HEAD');

  t.deepEqual([...hashes.keys()], ['a.txt', 'lang/cs ž.txt']);
  t.is(hashes.get('a.txt'), git(folder, 'hash-object', 'a.txt'));
});

test('a blob is read byte for byte, but not if it is too large', async (t) => {
  const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x80]);
  const { folder } = await cloneOf(t, { 'a.bin': bytes });
  const hash = (await blobHashes(folder, 'HEAD')).get('a.bin') ?? '';

  t.deepEqual(new Uint8Array(await readBlob(folder, hash, 6)), bytes);
  await t.throwsAsync(readBlob(folder, hash, 5), { instanceOf: GitError, message: /too large/ });
});

test('the status compares with upstream and names what is not committed', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  await change({ 'a.txt': 'two\n' });
  await writeFiles(folder, { 'new.txt': 'x' });

  const status = await statusText(folder, 'main');

  t.regex(status, /^On branch main\nYour branch is ahead of 'origin\/main' by 1 commit\./);
  t.regex(status, /Untracked files:[\s\S]*new\.txt/);
});

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
