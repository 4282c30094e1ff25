import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { runCommand } from '../helpers/command.ts';
import { type StartedDaemon, startWholeServer } from '../helpers/daemon.ts';
import { temporaryFolder } from '../helpers/folder.ts';

function runDemo(
  t: ExecutionContext,
  { address, data, token }: Pick<StartedDaemon, 'address' | 'data' | 'token'>,
) {
  const env = { DRAGOMAN_DATA: data, DRAGOMAN_TOKEN: token };
  return runCommand(t, ['demo', '--url', address], { env });
}

function formPost({ token }: StartedDaemon, url: string, method: string, fields: Record<string, string>) {
  const headers = { Authorization: `Token ${token}` };
  return fetch(url, { method, headers, body: new URLSearchParams(fields) });
}

test.serial(
  'the walk-through: a string goes from the API into the repository, and nothing else changes',
  async (t) => {
    const server = await startWholeServer(t);
    const demo = await runDemo(t, server);
    t.is(demo.code, 0, demo.stderr);
    const unit = /-X PATCH .* (?<url>http\S+)$/m.exec(demo.stdout)?.groups?.url ?? '';
    const repository = /-d operation=push (?<url>http\S+)$/m.exec(demo.stdout)?.groups?.url ?? '';

    const edited = await formPost(server, unit, 'PATCH', { state: '20', target: 'Čaj je hotový!' });
    const committed = await formPost(server, repository, 'POST', { operation: 'commit' });
    const pushed = await formPost(server, repository, 'POST', { operation: 'push' });

    t.is(edited.status, 200);
    t.like(await committed.json(), { result: true });
    t.like(await pushed.json(), { result: true });
    const gitDir = join(server.data, 'demo', 'timer.git');
    const { stdout } = await promisify(execFile)('git', [
      '--git-dir',
      gitDir,
      'diff',
      '--unified=0',
      'main~1',
      'main',
    ]);
    const changed = stdout.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
    t.deepEqual(changed, ['-msgstr ""', '+msgstr "Čaj je hotový!"']);
  },
);

test.serial('demo may be run again', async (t) => {
  const server = await startWholeServer(t);
  await runDemo(t, server);

  const { code, stdout, stderr } = await runDemo(t, server);

  t.is(code, 0, stderr);
  t.regex(stdout, /^Component: demo\/app \(was there already\)$/m);
  t.regex(stdout, /^Component: demo\/web \(was there already\)$/m);
});

test.serial('with another data folder than the server’s, demo says how to go on', async (t) => {
  const server = await startWholeServer(t);

  const { code, stderr } = await runDemo(t, { ...server, data: await temporaryFolder(t) });

  t.is(code, 1);
  t.regex(
    stderr,
    /run this command with the same DRAGOMAN_DATA, or start the server with DRAGOMAN_ALLOW_LOCAL/,
  );
});

test.serial('demo says what is missing: the token, the right one, the server', async (t) => {
  const server = await startWholeServer(t);
  const { data } = server;

  const without = await runDemo(t, { ...server, token: '' });
  const wrong = await runDemo(t, { ...server, token: 'wlu_wrong' });
  const nowhere = await runDemo(t, { address: 'http://127.0.0.1:9', data, token: server.token });

  t.regex(without.stderr, /set DRAGOMAN_TOKEN/);
  t.regex(wrong.stderr, /does not know this token/);
  t.regex(nowhere.stderr, /no server answers at http:\/\/127\.0\.0\.1:9\//);
  t.deepEqual([without.code, wrong.code, nowhere.code], [1, 1, 1]);
});
