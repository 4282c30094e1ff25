import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { GitError } from '../../actors/git-error.ts';
import { cloneInto, fetchBranch, knownCommit, push, remoteBranches } from '../../actors/git-remote.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { cloneOf } from '../helpers/clone.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { gitRepository } from '../helpers/git.ts';
import { refusingServer, silentServer } from '../helpers/remotes.ts';

function remoteAt(url: string) {
  return openRemote(url, { allowLocal: true });
}

test('a remote tells its branches and which is the main one', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'a' });
  const other = await upstream.commit({ 'a.txt': 'b' }, { branch: 'release/1.0' });

  const { head, branches } = await remoteBranches(await remoteAt(upstream.url));

  t.is(head, 'main');
  t.deepEqual([...branches.keys()], ['main', 'release/1.0']);
  t.is(branches.get('release/1.0'), other);
});

test('an empty remote has no branches', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'a' });
  await upstream.git('update-ref', '-d', 'refs/heads/main');

  const { head, branches } = await remoteBranches(await remoteAt(upstream.url));

  t.is(head, null);
  t.is(branches.size, 0);
});

test('a clone has the branch with its whole history, and no address in it', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'old' });
  const newest = await upstream.commit({ 'a.txt': 'new', 'lang/cs ž.txt': 'x' });
  const folder = await temporaryFolder(t);

  await cloneInto(folder, await remoteAt(upstream.url), 'main');

  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'new');
  t.is(await readFile(join(folder, 'lang', 'cs ž.txt'), 'utf8'), 'x');
  t.is(await knownCommit(folder, 'origin', 'main'), newest);
  t.notRegex(await readFile(join(folder, '.git', 'config'), 'utf8'), /remote|url/);
  t.false((await readdir(join(folder, '.git'))).includes('hooks'));
});

test('fetching brings the newest state, also of a history that was rewritten', async (t) => {
  const { upstream, folder, remote } = await cloneOf(t, { 'a.txt': 'one' });
  const rewritten = await upstream.rewrite({ 'a.txt': 'two' });

  const fetched = await fetchBranch(folder, remote, 'main');

  t.is(fetched, rewritten);
  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'one');
});

test('a branch whose name is a folder of another can be tracked afterwards', async (t) => {
  const { upstream, folder, remote } = await cloneOf(t, { 'a.txt': 'one' });
  await upstream.git('branch', '-m', 'main', 'main/next');

  const fetched = await fetchBranch(folder, remote, 'main/next');

  t.is(await knownCommit(folder, 'origin', 'main/next'), fetched);
});

test('a missing branch is named as such', async (t) => {
  const { folder, remote } = await cloneOf(t, { 'a.txt': 'one' });

  const error = await t.throwsAsync(fetchBranch(folder, remote, 'nowhere'), { instanceOf: GitError });

  t.is(error?.kind, 'missing-branch');
});

test('a push arrives, and is known without asking again', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one' });
  const ours = await change({ 'a.txt': 'ours' });

  const pushed = await push(folder, remote, { branch: 'main', name: 'origin' });

  t.is(pushed, ours);
  t.is(await upstream.show('a.txt'), 'ours');
  t.is(await knownCommit(folder, 'origin', 'main'), ours);
});

test('a push to another branch is known apart from the tracked one', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one' });
  const base = await knownCommit(folder, 'origin', 'main');
  const ours = await change({ 'a.txt': 'ours' });

  await push(folder, remote, { branch: 'translations', name: 'push' });

  t.is(await upstream.show('a.txt', 'translations'), 'ours');
  t.is(await upstream.show('a.txt', 'main'), 'one');
  t.is(await knownCommit(folder, 'origin', 'main'), base);
  t.is(await knownCommit(folder, 'push', 'translations'), ours);
});

test('a push is rejected when upstream has moved, and loses nothing', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one' });
  await change({ 'a.txt': 'ours' });
  await upstream.commit({ 'a.txt': 'theirs' });

  const error = await t.throwsAsync(push(folder, remote, { branch: 'main', name: 'origin' }), {
    instanceOf: GitError,
  });

  t.is(error?.kind, 'rejected');
  t.is(await upstream.show('a.txt'), 'theirs');
});

test('a push refused by the remote is rejected, with the reason it gives', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one' });
  const hook = join(upstream.url, 'hooks', 'pre-receive');
  await writeFile(hook, '#!/bin/sh\necho "This branch is protected." >&2\nexit 1\n', { mode: 0o755 });
  await change({ 'a.txt': 'ours' });

  const error = await t.throwsAsync(push(folder, remote, { branch: 'main', name: 'origin' }), {
    instanceOf: GitError,
  });

  t.is(error?.kind, 'rejected');
  t.regex(error?.message ?? '', /This branch is protected\./);
});

test('a push with force overwrites what was expected and nothing else', async (t) => {
  const { upstream, folder, remote, change } = await cloneOf(t, { 'a.txt': 'one' });
  const seen = await upstream.commit({ 'a.txt': 'theirs' });
  await change({ 'a.txt': 'ours' });
  await push(folder, remote, { branch: 'main', name: 'origin', expected: seen });
  const unseen = await upstream.commit({ 'b.txt': 'theirs again' });
  await change({ 'a.txt': 'ours again' });

  const error = await t.throwsAsync(
    push(folder, remote, { branch: 'main', name: 'origin', expected: seen }),
    {
      instanceOf: GitError,
    },
  );

  t.is(error?.kind, 'rejected');
  t.is((await upstream.log())[0]?.sha, unseen);
  t.is(await upstream.show('a.txt'), 'ours');
});

test('a refused sign-in is told apart, and the password is shown to nobody', async (t) => {
  const server = await refusingServer(t);
  const remote = await remoteAt(`${server.url.replace('//', '//ana:s3cret%2Fword@')}/repo.git`);

  const error = await t.throwsAsync(remoteBranches(remote), { instanceOf: GitError });

  t.is(error?.kind, 'auth');
  t.notRegex(`${error?.message} ${error?.cause}`, /s3cret/);
  t.is(server.authorizations.at(-1), `Basic ${Buffer.from('ana:s3cret/word').toString('base64')}`);
});

test('a token in place of a user name works and is shown to nobody', async (t) => {
  const server = await refusingServer(t);
  const remote = await remoteAt(`${server.url.replace('//', '//tok3n@')}/repo.git`);

  const error = await t.throwsAsync(remoteBranches(remote), { instanceOf: GitError });

  t.is(error?.kind, 'auth');
  t.notRegex(`${error?.message} ${error?.cause}`, /tok3n/);
  t.is(server.authorizations.at(-1), `Basic ${Buffer.from('tok3n:').toString('base64')}`);
});

test('without a password nobody is asked for one', async (t) => {
  const server = await refusingServer(t);

  const error = await t.throwsAsync(remoteBranches(await remoteAt(`${server.url}/repo.git`)), {
    instanceOf: GitError,
  });

  t.is(error?.kind, 'auth');
  t.deepEqual(server.authorizations, ['']);
});

test('a remote that is not there is unreachable, and the error names no path of this machine', async (t) => {
  const folder = await temporaryFolder(t);

  const nothing = await t.throwsAsync(remoteBranches(await remoteAt(join(folder, 'nothing.git'))), {
    instanceOf: GitError,
  });
  const refused = await t.throwsAsync(remoteBranches(await remoteAt('http://127.0.0.1:1/x.git')), {
    instanceOf: GitError,
  });

  t.is(nothing?.kind, 'unreachable');
  t.false(nothing?.message.includes(folder));
  t.is(refused?.kind, 'unreachable');
});

for (const scheme of ['http', 'git', 'ssh']) {
  test(`a ${scheme} remote that hangs is given up when the signal says so, and its connection ends`, async (t) => {
    const { port, connected, disconnected } = await silentServer(t);
    const remote = await remoteAt(`${scheme}://127.0.0.1:${port}/repo.git`);
    const abort = new AbortController();
    const asked = remoteBranches(remote, { signal: abort.signal });
    await connected;

    abort.abort(new Error('stop'));

    await t.throwsAsync(asked, { message: 'stop' });
    await t.notThrowsAsync(disconnected);
  });
}

test('a remote that says nothing for too long is unreachable', async (t) => {
  const { port, disconnected } = await silentServer(t);
  const remote = await remoteAt(`git://127.0.0.1:${port}/repo.git`);

  const error = await t.throwsAsync(remoteBranches(remote, { silence: 200 }), { instanceOf: GitError });

  t.is(error?.kind, 'unreachable');
  t.regex(error?.message ?? '', /did not answer/);
  await t.notThrowsAsync(disconnected);
});

test('an aborted signal keeps a command from being started', async (t) => {
  const { port } = await silentServer(t);
  const remote = await remoteAt(`git://127.0.0.1:${port}/repo.git`);

  await t.throwsAsync(remoteBranches(remote, { signal: AbortSignal.abort(new Error('too late')) }), {
    message: 'too late',
  });
});

test('an address that is no address is an argument and never an option or a command', async (t) => {
  const folder = await temporaryFolder(t);
  const trap = join(folder, 'trap');
  const addresses = [`--upload-pack=touch ${trap}`, `ext::sh -c "touch ${trap}"`, `-u${trap}`];

  for (const url of addresses) {
    await t.throwsAsync(remoteBranches({ url, protocol: 'https' }));
  }

  t.deepEqual(await readdir(folder), []);
});

test('only the protocol of the remote is spoken', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'a' });

  const error = await t.throwsAsync(remoteBranches({ url: upstream.url, protocol: 'https' }), {
    instanceOf: GitError,
  });

  t.regex(error?.message ?? '', /not allowed/);
});
