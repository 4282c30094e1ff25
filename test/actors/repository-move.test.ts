import test from 'ava';
import { GitError } from '../../actors/git-error.ts';
import { cloneInto, fetchBranch, remoteBranches } from '../../actors/git-remote.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { gitRepository } from '../helpers/git.ts';
import { movedServer, redirectingServer, refusingServer } from '../helpers/remotes.ts';

function remoteAt(url: string) {
  return openRemote(url, { allowLocal: true });
}

test('a repository that moved for good within its host is used where it is now', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'one' });
  await upstream.git('update-server-info');
  const server = await movedServer(t, upstream.url);
  const remote = await remoteAt(`${server.url}/hello`);
  const folder = await temporaryFolder(t);

  await cloneInto(folder, remote, 'main');
  const newest = await upstream.commit({ 'a.txt': 'two' });
  await upstream.git('update-server-info');

  t.is(await fetchBranch(folder, remote, 'main'), newest);
  t.is((await remoteBranches(remote)).branches.get('main'), newest);
});

test('the password goes along within the host', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'one' });
  await upstream.git('update-server-info');
  const server = await movedServer(t, upstream.url, 'pass');

  const remote = await remoteAt(`${server.url.replace('//', '//ana:pass@')}/hello/`);

  t.deepEqual([...(await remoteBranches(remote)).branches.keys()], ['main']);
});

test('a redirect to another server is not followed, not even with a request', async (t) => {
  const target = await refusingServer(t);
  const server = await redirectingServer(t, 301, (path) => `${target.url}${path}`);
  const remote = await remoteAt(`${server.url.replace('//', '//ana:pass@')}/x`);

  const error = await t.throwsAsync(remoteBranches(remote), { instanceOf: GitError });

  t.is(error?.kind, 'unreachable');
  t.deepEqual(target.authorizations, []);
});

const unbelieved: Record<string, [status: number, target: (path: string) => string]> = {
  'for now': [302, (path) => `/new${path}`],
  'to a path with a password': [301, (path) => `http://a:b@127.0.0.1${path}`],
  'to another question': [301, () => '/sign-in'],
  nowhere: [301, () => 'http://['],
  'in a circle': [301, (path) => path],
};

for (const [title, [status, target]] of Object.entries(unbelieved)) {
  test(`a redirect ${title} ends as unreachable`, async (t) => {
    const server = await redirectingServer(t, status, target);

    const error = await t.throwsAsync(remoteBranches(await remoteAt(`${server.url}/x`)), {
      instanceOf: GitError,
    });

    t.is(error?.kind, 'unreachable');
    t.regex(error?.message ?? '', new RegExp(`error: ${status}`));
  });
}
