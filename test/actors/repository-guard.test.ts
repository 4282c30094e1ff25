import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { isPublicAddress } from '../../actors/address-rules.ts';
import { remoteBranches } from '../../actors/git-remote.ts';
import { openRemote, type RepositoryPolicy } from '../../actors/repository-guard.ts';
import { RepositoryUrlError } from '../../actors/repository-url.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { gitRepository } from '../helpers/git.ts';
import { refusingServer } from '../helpers/remotes.ts';

const open = { allowLocal: true };

/** A resolver that knows some names. */
function closed(names: Record<string, string[]> = {}): RepositoryPolicy {
  return { allowLocal: false, resolve: async (host) => names[host] ?? [] };
}

const addresses: Record<string, boolean> = {
  '93.184.216.34': true,
  '8.8.8.8': true,
  '172.15.255.255': true,
  '172.32.0.1': true,
  '2606:4700::1111': true,
  '2a00:1450:4001::1': true,
  '0.0.0.0': false,
  '10.1.2.3': false,
  '100.64.0.1': false,
  '127.0.0.1': false,
  '127.255.255.254': false,
  '169.254.169.254': false,
  '172.16.0.1': false,
  '172.31.255.255': false,
  '192.168.0.1': false,
  '198.18.0.1': false,
  '224.0.0.1': false,
  '255.255.255.255': false,
  '::': false,
  '::1': false,
  '::ffff:127.0.0.1': false,
  '::ffff:7f00:1': false,
  '::ffff:8.8.8.8': true,
  '::127.0.0.1': false,
  '64:ff9b::7f00:1': false,
  '2002:7f00:1::': false,
  'fc00::1': false,
  'fd12:3456::1': false,
  'fe80::1': false,
  'ff02::1': false,
};

for (const [address, isPublic] of Object.entries(addresses)) {
  test(`${address} is ${isPublic ? 'a public' : 'no public'} address`, (t) => {
    t.is(isPublicAddress(address), isPublic);
  });
}

const refused = [
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://inside.example.org/x',
  'https://half-inside.example.org/x',
  'https://unknown.example.org/x',
  'ssh://git@inside.example.org/x',
  'git@169.254.169.254:x',
  'http://outside.example.org/x',
  'git://outside.example.org/x',
  '/srv/git/x.git',
  'file:///srv/git/x.git',
];

for (const text of refused) {
  test(`not without the setting: ${text}`, async (t) => {
    const policy = closed({
      localhost: ['127.0.0.1', '::1'],
      'inside.example.org': ['10.0.0.5'],
      'half-inside.example.org': ['93.184.216.34', '10.0.0.5'],
      'outside.example.org': ['93.184.216.34'],
    });

    await t.throwsAsync(openRemote(text, policy), { instanceOf: RepositoryUrlError });
    if (!text.includes('unknown')) {
      await t.notThrowsAsync(openRemote(text, open));
    }
  });
}

test('a public host is asked at the address that was checked', async (t) => {
  const policy = closed({ 'git.example.org': ['93.184.216.34', '2606:4700::1111'] });

  const remote = await openRemote('https://ana:pw@git.example.org/x', policy);

  t.deepEqual(remote, {
    url: 'https://git.example.org/x',
    protocol: 'https',
    username: 'ana',
    password: 'pw',
    pinned: 'git.example.org:443:93.184.216.34,[2606:4700::1111]',
  });
});

test('git believes the address that was checked', async (t) => {
  const server = await refusingServer(t);
  const port = new URL(server.url).port;
  const remote = {
    url: `http://nowhere.invalid:${port}/x.git`,
    protocol: 'http',
    pinned: `nowhere.invalid:${port}:127.0.0.1`,
  };

  await t.throwsAsync(remoteBranches(remote), { message: /could not read Username|Authentication failed/ });

  t.is(server.authorizations.length, 1);
});

test('stored credentials are used instead of those in the address', async (t) => {
  const remote = await openRemote('https://old:old@git.example.org/x', open, {
    username: 'a',
    password: 'b',
  });

  t.like(remote, { username: 'a', password: 'b' });
});

test('the key is shown to ssh servers alone', async (t) => {
  const ssh = { identity: '/keys/id', knownHosts: '/keys/known_hosts' };

  t.deepEqual((await openRemote('git@example.org:x', { ...open, ssh })).ssh, ssh);
  t.is((await openRemote('https://example.org/x', { ...open, ssh })).ssh, undefined);
});

test('a repository of the demo is allowed, and nothing beside it', async (t) => {
  const folder = await temporaryFolder(t);
  const demoFolder = join(folder, 'demo');
  await mkdir(join(demoFolder, 'hello.git'), { recursive: true });
  await mkdir(join(folder, 'demo-two.git'));
  await symlink('/etc', join(demoFolder, 'link.git'));
  const policy = { allowLocal: false, demoFolder };

  await t.notThrowsAsync(openRemote(join(demoFolder, 'hello.git'), policy));
  for (const path of [
    demoFolder,
    join(folder, 'demo-two.git'),
    join(demoFolder, 'link.git'),
    join(demoFolder, 'no.git'),
  ]) {
    await t.throwsAsync(openRemote(path, policy), { instanceOf: RepositoryUrlError });
  }
});

test('what cannot be read in the demo is said to be so, and nothing is said of other places', async (t) => {
  const folder = await temporaryFolder(t);
  const demoFolder = join(folder, 'demo');
  await mkdir(demoFolder);
  // Fails for the superuser too, whom no permission keeps from reading.
  await symlink('loop.git', join(demoFolder, 'loop.git'));
  await symlink('loop.git', join(folder, 'loop.git'));
  const policy = { allowLocal: false, demoFolder };

  await t.throwsAsync(openRemote(join(demoFolder, 'loop.git'), policy), {
    instanceOf: RepositoryUrlError,
    message: 'The server cannot read this repository of the demo (ELOOP).',
  });
  for (const path of [join(folder, 'loop.git'), join(folder, 'x'.repeat(300))]) {
    await t.throwsAsync(openRemote(path, policy), {
      instanceOf: RepositoryUrlError,
      message: 'Repositories on the disk of this server are not allowed.',
    });
  }
});

test('the guard is asked in vain about a local repository on a server that allows them', async (t) => {
  const upstream = await gitRepository(t, { 'a.txt': 'a' });

  const { head } = await remoteBranches(await openRemote(`file://${upstream.url}`, open));

  t.is(head, 'main');
});
