import { execFileSync } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { commitInfo } from '../../actors/commit-info.ts';
import {
  commitFiles,
  createRepository,
  findCommit,
  headOf,
  removeOtherRefs,
  removeUntracked,
  resetTo,
} from '../../actors/git-commit.ts';
import { push } from '../../actors/git-remote.ts';
import { ana, bot, cloneOf, noon, writeFiles } from '../helpers/clone.ts';
import { temporaryFolder } from '../helpers/folder.ts';

test('a commit has the author, the dates, the message and the trailer it was given', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one\n' });

  await change(
    { 'a.txt': 'two\n', 'lang/cs ž.txt': 'x\n' },
    {
      message: 'Update Czech\n\n# not a comment\n\nLanguage: Czech\n',
      authorDate: new Date('2025-12-24T18:30:15.900Z'),
      job: '3f6c/1',
    },
  );
  await push(folder, remote, { branch: 'main', name: 'origin' });

  const [commit] = await upstream.log();
  t.is(commit?.author, 'Ana Nova <ana@example.org>');
  t.is(commit?.committer, 'Translation Bot <bot@example.org>');
  t.is(new Date(commit?.date ?? '').toISOString(), '2025-12-24T18:30:15.000Z');
  t.is(commit?.message, 'Update Czech\n\n# not a comment\n\nLanguage: Czech\nJob-Id: 3f6c/1');
  t.deepEqual(commit?.files, { 'a.txt': [1, 1], 'lang/cs ž.txt': [1, 0] });
});

test('the same commit made again is the same commit', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const before = await headOf(folder);
  const first = await change({ 'a.txt': 'two\n' }, { job: '1/1' });
  await resetTo(folder, before);

  const second = await change({ 'a.txt': 'two\n' }, { job: '1/1' });

  t.is(second, first);
});

test('only the named files are committed', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n', 'b.txt': 'one\n' });
  await writeFiles(folder, { 'b.txt': 'half done\n' });

  const sha = await change({ 'a.txt': 'two\n' });

  t.deepEqual(git(folder, 'show', '--format=', '--name-only', sha), 'a.txt');
});

test('a deleted file is committed as deleted', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n', 'b.txt': 'one\n' });

  await change({ 'b.txt': null });

  t.deepEqual(tracked(folder), ['a.txt']);
});

test('a file that the repository ignores is committed all the same', async (t) => {
  const { folder, change } = await cloneOf(t, { '.gitignore': '*.mo\n' });

  await change({ 'cs.mo': 'x' });

  t.deepEqual(tracked(folder), ['.gitignore', 'cs.mo']);
});

test('names of files are names and no patterns', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n', '*.txt': 'one\n', ':(top)x': 'one\n' });
  await writeFiles(folder, { 'a.txt': 'half done\n' });

  const sha = await change({ '*.txt': 'two\n', ':(top)x': 'two\n', '--all': 'new\n' });

  t.deepEqual(git(folder, 'show', '--format=', '--name-only', sha).split('\n').sort(), [
    '*.txt',
    '--all',
    ':(top)x',
  ]);
});

test('without a change there is no commit', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });
  const before = await headOf(folder);
  const rest = {
    message: 'x',
    author: ana,
    authorDate: noon,
    committer: bot,
    committerDate: noon,
  };

  t.is(await commitFiles(folder, { files: ['a.txt'], ...rest }), null);
  t.is(await commitFiles(folder, { files: [], ...rest }), null);
  t.is(await headOf(folder), before);
});

const names: Record<string, [name: string, email: string, author: string]> = {
  'an empty name': ['', 'a@b.c', 'Anonymous <a@b.c>'],
  'a name of dots alone': ['...', 'a@b.c', 'Anonymous <a@b.c>'],
  'a name with angle brackets': ['A <x@y.z>', 'a@b.c', 'A  x@y.z <a@b.c>'],
  'a name with a line break': ['A\nB', 'a@b.c', 'A B <a@b.c>'],
  'an address with spaces and brackets': ['A', '<a b@c.d>', 'A <ab@c.d>'],
  'a name that looks like an option': ['--amend', 'a@b.c', '--amend <a@b.c>'],
};

for (const [title, [name, email, author]] of Object.entries(names)) {
  test(`author: ${title}`, async (t) => {
    const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });

    const sha = await change({ 'a.txt': 'two\n' }, { author: { name, email } });

    t.is((await commitInfo(folder, sha)).author, author);
  });
}

test('a message that looks like an option is a message', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });

  const sha = await change({ 'a.txt': 'two\n' }, { message: '--amend\n-F /etc/passwd' });

  t.is((await commitInfo(folder, sha)).message, '--amend\n-F /etc/passwd');
});

test('a hook in the repository does not run', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const trap = join(folder, 'trap');
  const hook = `#!/bin/sh\ntouch '${trap}'\nexit 1\n`;
  await writeFiles(folder, { '.git/hooks/pre-commit': hook, '.git/hooks/post-commit': hook });
  execFileSync('chmod', ['-R', '755', join(folder, '.git', 'hooks')]);

  await change({ 'a.txt': 'two\n' });

  await t.throwsAsync(access(trap), { code: 'ENOENT' });
});

test('a commit is found by its job, even after it was moved', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const mine = await change({ 'a.txt': 'two\n' }, { job: 'ab.c/1' });
  await change({ 'a.txt': 'three\n' }, { job: 'ab.c/10' });
  await change({ 'a.txt': 'four\n' }, { message: 'Talks about\n\nJob-Id: ab.c/2 in its text' });

  t.is(await findCommit(folder, 'ab.c/1', noon), mine);
  t.is(await findCommit(folder, 'abxc/1', noon), null);
  t.is(await findCommit(folder, 'ab.c/2', noon), null);
});

test('a reset drops local commits and half-done work', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const before = await headOf(folder);
  await change({ 'a.txt': 'two\n' });
  await writeFiles(folder, { 'a.txt': 'half done' });

  await resetTo(folder, 'refs/remotes/origin/main');

  t.is(await headOf(folder), before);
  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'one\n');
});

test('cleaning deletes all that is not tracked and nothing that is', async (t) => {
  const { folder, change } = await cloneOf(t, { '.gitignore': '*.mo\n', 'a.txt': 'one\n' });
  await change({ 'kept.mo': 'x' });
  await writeFiles(folder, { 'cs.mo': 'x', 'new/file.txt': 'x' });
  git(folder, 'init', 'nested');

  const removed = await removeUntracked(folder);

  t.deepEqual(removed.sort(), ['cs.mo', 'nested/', 'new/']);
  t.deepEqual(git(folder, 'status', '--porcelain', '--ignored'), '');
  t.is(await readFile(join(folder, 'kept.mo'), 'utf8'), 'x');
});

test('other branches and tags are deleted', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });
  git(folder, 'branch', 'other/one');
  git(folder, 'tag', 'v1');

  await removeOtherRefs(folder, 'main');

  t.is(git(folder, 'for-each-ref', '--format=%(refname)'), 'refs/heads/main\nrefs/remotes/origin/main');
});

test('a repository without a remote begins with a README', async (t) => {
  const folder = await temporaryFolder(t);

  await createRepository(folder, 'main', bot, noon);

  t.deepEqual(tracked(folder), ['README.md']);
  t.is((await commitInfo(folder, 'HEAD')).author, 'Translation Bot <bot@example.org>');
  t.is(git(folder, 'symbolic-ref', 'HEAD'), 'refs/heads/main');
});

test('a folder without a repository does not make git work in one further up', async (t) => {
  const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });
  await writeFiles(folder, { 'vcs/5/file.txt': 'x', 'a.txt': 'half done' });

  await t.throwsAsync(resetTo(join(folder, 'vcs', '5'), 'HEAD'), { message: /not a git repository/ });

  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'half done');
});

test('settings of the account that runs the server have no effect', async (t) => {
  const { folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const home = await temporaryFolder(t);
  await writeFile(join(home, '.gitconfig'), '[core]\n\tabbrev = 20\n');
  const before = process.env.HOME;
  process.env.HOME = home;
  t.teardown(() => {
    process.env.HOME = before;
  });

  await change({ 'a.txt': 'two\n' });

  t.is((await commitInfo(folder, 'HEAD')).shortrevision.length, 7);
});

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Paths of the files that git knows, sorted. */
function tracked(folder: string): string[] {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  return paths.split('\0').filter((path) => path !== '');
}
