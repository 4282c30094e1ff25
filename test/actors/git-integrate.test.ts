import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { headOf } from '../../actors/git-commit.ts';
import { GitError } from '../../actors/git-error.ts';
import { integrate, type MergeStyle, undoUnfinished } from '../../actors/git-integrate.ts';
import { fetchBranch } from '../../actors/git-remote.ts';
import { bot, cloneOf, noon, type TestClone, writeFiles } from '../helpers/clone.ts';

const styles: MergeStyle[] = ['rebase', 'merge', 'merge_noff'];

function bringIn({ folder }: TestClone, style: MergeStyle) {
  return integrate(folder, {
    style,
    branch: 'main',
    upstream: 'refs/remotes/origin/main',
    message: 'Merge remote changes',
    committer: bot,
    date: noon,
  });
}

async function diverged(
  t: Parameters<typeof cloneOf>[0],
): Promise<TestClone & { ours: string; theirs: string }> {
  const clone = await cloneOf(t, { 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const ours = await clone.change({ 'a.txt': 'ours\n' });
  const theirs = await clone.upstream.commit({ 'b.txt': 'theirs\n' });
  await fetchBranch(clone.folder, clone.remote, 'main');
  return { ...clone, ours, theirs };
}

async function conflicting(t: Parameters<typeof cloneOf>[0]): Promise<TestClone & { ours: string }> {
  const clone = await cloneOf(t, { 'a.txt': 'one\n', 'ž b.txt': 'one\n' });
  await clone.change({ 'c.txt': 'fine\n' });
  const ours = await clone.change({ 'a.txt': 'ours\n', 'ž b.txt': 'ours\n' });
  await clone.upstream.commit({ 'a.txt': 'theirs\n', 'ž b.txt': 'theirs\n' });
  await fetchBranch(clone.folder, clone.remote, 'main');
  return { ...clone, ours };
}

test('rebase puts local commits on top of upstream and keeps their author', async (t) => {
  const clone = await diverged(t);

  const head = await bringIn(clone, 'rebase');

  t.is(
    git(clone.folder, 'log', '-1', '--format=%P|%an|%cn|%ct', head),
    `${clone.theirs}|Ana Nova|Translation Bot|${noon.getTime() / 1000}`,
  );
  t.is(await readFile(join(clone.folder, 'a.txt'), 'utf8'), 'ours\n');
  t.is(await readFile(join(clone.folder, 'b.txt'), 'utf8'), 'theirs\n');
});

for (const style of ['merge', 'merge_noff'] as const) {
  test(`${style} makes a merge commit whose first parent is upstream`, async (t) => {
    const clone = await diverged(t);

    const head = await bringIn(clone, style);

    t.is(
      git(clone.folder, 'log', '-1', '--format=%P|%an <%ae>|%s', head),
      `${clone.theirs} ${clone.ours}|Translation Bot <bot@example.org>|Merge remote changes`,
    );
    t.is(git(clone.folder, 'status', '--porcelain'), '');
  });
}

for (const style of styles) {
  test(`${style}: without local commits upstream is taken as it is`, async (t) => {
    const clone = await cloneOf(t, { 'a.txt': 'one\n' });
    const theirs = await clone.upstream.commit({ 'a.txt': 'theirs\n' });
    await fetchBranch(clone.folder, clone.remote, 'main');

    t.is(await bringIn(clone, style), theirs);
    t.is(await readFile(join(clone.folder, 'a.txt'), 'utf8'), 'theirs\n');
  });

  test(`${style}: without news nothing happens`, async (t) => {
    const clone = await cloneOf(t, { 'a.txt': 'one\n' });
    const ours = await clone.change({ 'a.txt': 'ours\n' });

    t.is(await bringIn(clone, style), ours);
  });

  test(`${style}: the branch is checked out afterwards`, async (t) => {
    const clone = await diverged(t);

    const head = await bringIn(clone, style);

    t.is(git(clone.folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
    t.is(git(clone.folder, 'rev-parse', 'refs/heads/main'), head);
  });

  test(`${style}: the same integration made again is the same`, async (t) => {
    const clone = await diverged(t);
    const first = await bringIn(clone, style);
    git(clone.folder, 'reset', '--hard', clone.ours);

    t.is(await bringIn(clone, style), first);
  });

  test(`${style}: a conflict names the files and leaves everything as it was`, async (t) => {
    const clone = await conflicting(t);

    const error = await t.throwsAsync(bringIn(clone, style), { instanceOf: GitError });

    t.is(error?.kind, 'conflict');
    t.deepEqual(error?.conflicts, ['a.txt', 'ž b.txt']);
    t.regex(error?.message ?? '', /CONFLICT[\s\S]*a\.txt/);
    t.regex(error?.status ?? '', /both modified/);
    t.false(error?.message.includes(clone.folder));
    t.is(await headOf(clone.folder), clone.ours);
    t.is(git(clone.folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
    t.is(git(clone.folder, 'status', '--porcelain'), '');
    t.is(await readFile(join(clone.folder, 'a.txt'), 'utf8'), 'ours\n');
  });
}

test('a file deleted upstream and changed here is a conflict', async (t) => {
  const clone = await cloneOf(t, { 'a.txt': 'one\n', 'b.txt': 'one\n' });
  await clone.change({ 'a.txt': 'ours\n' });
  await clone.upstream.commit({ 'a.txt': null });
  await fetchBranch(clone.folder, clone.remote, 'main');

  const error = await t.throwsAsync(bringIn(clone, 'rebase'), { instanceOf: GitError });

  t.is(error?.kind, 'conflict');
  t.deepEqual(error?.conflicts, ['a.txt']);
});

test('a file in the way that is not tracked is no conflict, and stays', async (t) => {
  const clone = await cloneOf(t, { 'a.txt': 'one\n' });
  await clone.upstream.commit({ 'b.txt': 'theirs\n' });
  await fetchBranch(clone.folder, clone.remote, 'main');
  await writeFiles(clone.folder, { 'b.txt': 'half done\n' });

  const error = await t.throwsAsync(bringIn(clone, 'merge'), { instanceOf: GitError });

  t.is(error?.kind, 'failed');
  t.is(await readFile(join(clone.folder, 'b.txt'), 'utf8'), 'half done\n');
});

test('a rebase that was cut off is undone', async (t) => {
  const { folder, ours } = await conflicting(t);
  t.throws(() => git(folder, '-c', 'user.name=x', '-c', 'user.email=x', 'rebase', 'origin/main'));

  t.deepEqual(await undoUnfinished(folder, 'main'), ['rebase']);

  t.is(await headOf(folder), ours);
  t.is(git(folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
  t.is(git(folder, 'status', '--porcelain'), '');
});

test('a rebase that was cut off in its first moment is undone', async (t) => {
  const { folder, ours } = await conflicting(t);
  git(folder, 'checkout', '--detach', 'origin/main');
  await mkdir(join(folder, '.git', 'rebase-merge'));
  await writeFile(join(folder, '.git', 'rebase-merge', 'head-name'), 'refs/heads/main\n');

  t.deepEqual(await undoUnfinished(folder, 'main'), ['rebase']);

  t.is(await headOf(folder), ours);
  t.is(git(folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
  t.deepEqual(await undoUnfinished(folder, 'main'), []);
});

test('a merge that was cut off is undone', async (t) => {
  const { folder, ours } = await conflicting(t);
  git(folder, 'checkout', '--detach', 'origin/main');
  t.throws(() => git(folder, '-c', 'user.name=x', '-c', 'user.email=x', 'merge', 'main'));

  t.deepEqual(await undoUnfinished(folder, 'main'), ['merge']);

  t.is(await headOf(folder), ours);
  t.is(git(folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
  t.is(git(folder, 'status', '--porcelain'), '');
  t.deepEqual(await undoUnfinished(folder, 'main'), []);
});

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
