import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { gitEnvironment } from '../../actors/git-environment.ts';
import { temporaryFolder } from '../helpers/folder.ts';

test('nothing but what is named comes from the environment of the server', (t) => {
  process.env.DRAGOMAN_ADMIN_TOKEN = 'wlu_secret';
  process.env.GIT_DIR = '/nowhere';
  t.teardown(() => {
    delete process.env.DRAGOMAN_ADMIN_TOKEN;
    delete process.env.GIT_DIR;
  });

  const environment = gitEnvironment('/data/vcs/5', null);

  t.is(environment.PATH, process.env.PATH);
  t.false('DRAGOMAN_ADMIN_TOKEN' in environment);
  t.false('GIT_DIR' in environment);
  t.is(environment.GIT_CEILING_DIRECTORIES, '/data/vcs');
});

test('a password is for the server it was given for alone', (t) => {
  const remote = { url: 'https://git.example.org/x', protocol: 'https', username: 'ana', password: 'pw' };

  t.is(credentials('https://git.example.org/other', remote), 'username=ana\npassword=pw');
  t.is(credentials('https://elsewhere.example.org/x', remote), '');
  t.is(credentials('http://git.example.org/x', remote), '');
  t.is(credentials('https://git.example.org:8443/x', remote), '');
});

test('a password of odd characters arrives as it is', (t) => {
  const password = 'a"b\'c$(d)`e`\\n%s &;';

  const answer = credentials('https://git.example.org/x', {
    url: 'https://git.example.org/x',
    protocol: 'https',
    username: 'ana',
    password,
  });

  t.is(answer, `username=ana\npassword=${password}`);
});

test('the key and the known hosts may lie at any path', async (t) => {
  const folder = join(await temporaryFolder(t), "it's 100% here");
  const paths = { identity: join(folder, 'id key'), knownHosts: join(folder, 'known hosts') };
  const remote = { url: 'git@example.org:x', protocol: 'ssh', ssh: paths };
  const command = gitEnvironment('/', remote).GIT_SSH_COMMAND;

  const shown = execFileSync('sh', ['-c', `${command} -T -G example.org`], { encoding: 'utf8' });

  // ssh shows the one as it was given, the other as it takes it.
  t.true(shown.includes(`identityfile ${paths.identity.replace('%', '%%')}\n`));
  t.true(shown.includes(`userknownhostsfile ${paths.knownHosts}\n`));
  t.true(shown.includes('batchmode yes\n'));
});

/** What git's helpers answer about an address, in its own form. */
function credentials(url: string, remote: Parameters<typeof gitEnvironment>[1]): string {
  const { protocol, host } = new URL(url);
  try {
    const answer = execFileSync('git', ['credential', 'fill'], {
      cwd: '/',
      env: gitEnvironment('/', remote),
      input: `protocol=${protocol.slice(0, -1)}\nhost=${host}\n\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return answer.split('\n').slice(2).join('\n').trim();
  } catch (error) {
    // "could not read Username": no helper knew anything.
    if ((error as { status?: number }).status === 128) {
      return '';
    }
    throw error;
  }
}
