import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { Category } from '../../models/category.ts';
import type { Component } from '../../models/component.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { type Files, gitRepository } from '../helpers/git.ts';
import { addComponent, addLanguage, addProject } from '../helpers/rows.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const pot = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr ""\n';
const czech = pot.replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr "Ahoj"');
const files = { 'po/hello.pot': pot, 'po/cs.po': czech };

let server: TestServer;
test.before(async () => {
  server = await startServer();
  for (const [code, name] of [
    ['en', 'English'],
    ['cs', 'Czech'],
  ] as const) {
    await addLanguage(server.db, code, { name });
  }
});
test.after.always(() => server?.close());

interface Options {
  files?: Files;
  access_control?: number;
  component?: object;
}

/** A project `slug` whose component `web` has its working copy and its strings. */
async function prepare(t: ExecutionContext, slug: string, options: Options = {}): Promise<void> {
  const { access_control = 0, component = {} } = options;
  const repository = await gitRepository(t, options.files ?? files);
  await addProject(server.db, slug, { access_control });
  await create(slug, { repo: repository.url, ...component });
}

async function create(slug: string, fields: object): Promise<void> {
  const settings = {
    name: 'Web',
    slug: 'web',
    filemask: 'po/*.po',
    file_format: 'po',
    push_on_commit: false,
  };
  const { status, text, json } = await server.post(`/api/projects/${slug}/components/`, {
    token: server.admin,
    json: { ...settings, new_base: 'po/hello.pot', ...fields },
  });
  if (status !== 201) {
    throw new Error(text);
  }
  await until(async () => {
    const task = await server.get(json.task_url ?? '/api/', { token: server.admin });
    return json.task_url === null || task.json.completed;
  });
}

/** Address of a component's repository, with credentials where some are given. */
function addressOf(path: string, name?: string, token?: string): string {
  const url = new URL(`/git/${path}/`, server.url);
  url.username = name ?? '';
  url.password = token ?? '';
  return url.href;
}

/** Runs git as on a machine that knows no password. @throws {Error} with what git said */
async function git(folder: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
  };
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env });
  return stdout;
}

async function clone(t: ExecutionContext, url: string, ...options: string[]): Promise<string> {
  const folder = join(await temporaryFolder(t), 'clone');
  await git(join(folder, '..'), 'clone', ...options, url, folder);
  return folder;
}

function basic(name: string, token: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}` };
}

const refs = 'info/refs?service=git-upload-pack';

test('a public component is cloned by anybody from the address that its JSON tells', async (t) => {
  await prepare(t, 'open');
  const { json } = await server.get('/api/components/open/web/');

  const folder = await clone(t, json.git_export);

  t.is(json.git_export, `${server.url}/git/open/web/`);
  t.is(await readFile(join(folder, 'po/cs.po'), 'utf8'), czech);
  t.is(await git(folder, 'branch', '--all', '--format=%(refname)'), branchesOf('main'));
});

test('commits that are not pushed yet can be fetched, in every version of the protocol', async (t) => {
  await prepare(t, 'news');
  const folder = await clone(t, addressOf('news/web'));
  const { json } = await server.get('/api/translations/news/web/cs/units/');
  await server.request('PATCH', json.results[0].url, {
    token: server.admin,
    json: { target: ['Nazdar'], state: 20 },
  });
  const committed = await server.post('/api/components/news/web/repository/', {
    token: server.admin,
    json: { operation: 'commit' },
  });
  t.true(committed.json.result, committed.text);

  for (const version of ['2', '1', '0']) {
    await git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    await git(folder, '-c', `protocol.version=${version}`, 'fetch');

    t.regex(await git(folder, 'show', 'origin/main:po/cs.po'), /msgstr "Nazdar"/, version);
  }
});

test('a shallow clone has one commit', async (t) => {
  await prepare(t, 'shallow');

  const folder = await clone(t, addressOf('shallow/web'), '--depth=1');

  t.is((await git(folder, 'rev-list', '--count', 'HEAD')).trim(), '1');
});

test('branches and tags are shown, and nothing that the server notes for itself', async (t) => {
  await prepare(t, 'shown');

  const listed = await git(await temporaryFolder(t), 'ls-remote', addressOf('shown/web'));

  t.deepEqual(
    listed
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]),
    ['HEAD', 'refs/heads/main'],
  );
});

test('a push is refused, whoever tries and whatever there is', async (t) => {
  await prepare(t, 'readonly');
  const folder = await clone(t, addressOf('readonly/web'));
  const person = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org'];
  await git(folder, ...person, 'commit', '--allow-empty', '--message=Mine');

  await t.throwsAsync(git(folder, 'push', addressOf('readonly/web', 'admin', server.admin), 'HEAD'), {
    message: /can only be cloned and fetched[\s\S]*403/,
  });
  for (const path of ['readonly/web', 'no/where']) {
    const service = await server.get(`/git/${path}/info/refs?service=git-receive-pack`);
    const old = await server.get(`/git/${path}/info/refs`);
    const pack = await server.post(`/git/${path}/git-receive-pack`, { raw: '0000' });
    t.deepEqual([service.status, old.status, pack.status], [403, 403, 403], path);
  }
});

test('a private component is cloned with user name and API token', async (t) => {
  await prepare(t, 'private', { access_control: 100 });

  const folder = await clone(t, addressOf('private/web', 'admin', server.admin));

  t.is(await readFile(join(folder, 'po/cs.po'), 'utf8'), czech);
});

test('what is hidden and what does not exist look alike: 401 for anonymous callers, 404 for accounts', async (t) => {
  await prepare(t, 'hidden', { access_control: 100 });
  await prepare(t, 'walled', { component: { restricted: true } });
  const token = await server.createUser('curious');

  for (const path of ['hidden/web', 'walled/web', 'no/where', 'hidden', 'hidden/web/more', 'no/wh%ZZere']) {
    const anonymous = await server.get(`/git/${path}/${refs}`);
    const account = await server.get(`/git/${path}/${refs}`, { headers: basic('curious', token) });

    t.is(anonymous.status, 401, path);
    t.regex(anonymous.headers.get('www-authenticate')!, /^Basic realm="[^"]+"/);
    t.is(account.status, 404, path);
  }
  await t.throwsAsync(clone(t, addressOf('hidden/web', 'curious', token)), { message: /not found/ });
});

test('credentials must be good, for public components too', async (t) => {
  await prepare(t, 'strict');
  const token = await server.createUser('ana');
  const leaver = await server.createUser('leaver', { is_active: false });

  const answers: Record<string, number> = {};
  const attempts: Record<string, Record<string, string>> = {
    'nobody in particular': {},
    'name and token': basic('ana', token),
    'the token of another': basic('admin', token),
    'no such token': basic('ana', `wlu_${'x'.repeat(36)}`),
    'an account that is closed': basic('leaver', leaver),
    'no password': { Authorization: `Basic ${Buffer.from('ana').toString('base64')}` },
    'another scheme': { Authorization: `Token ${token}` },
  };
  for (const [title, headers] of Object.entries(attempts)) {
    answers[title] = (await server.get(`/git/strict/web/${refs}`, { headers })).status;
  }

  t.deepEqual(answers, {
    'nobody in particular': 200,
    'name and token': 200,
    'the token of another': 401,
    'no such token': 401,
    'an account that is closed': 401,
    'no password': 401,
    'another scheme': 401,
  });
});

test('a protected component needs the right to its repository', async (t) => {
  await prepare(t, 'protected', { access_control: 1 });
  const token = await server.createUser('visitor');

  const anonymous = await server.get(`/git/protected/web/${refs}`);
  const account = await server.get(`/git/protected/web/${refs}`, { headers: basic('visitor', token) });

  t.is(anonymous.status, 401);
  t.is(account.status, 403);
  await t.notThrowsAsync(clone(t, addressOf('protected/web', 'admin', server.admin)));
});

test('a component in a category is cloned by its path', async (t) => {
  await prepare(t, 'nested');
  const project = await server.db.reader('projects').where({ slug: 'nested' }).first('id');
  const category = await Category.query(server.db.writer).insertAndFetch({
    project_id: project.id,
    name: 'Tools',
    slug: 'tools',
    path: 'nested/tools',
  });
  await server.db
    .writer('components')
    .where({ path: 'nested/web' })
    .update({ category_id: category.id, path: 'nested/tools/web' });

  const folder = await clone(t, addressOf('nested/tools/web'));

  t.is(await readFile(join(folder, 'po/cs.po'), 'utf8'), czech);
});

test('a component that works in the repository of another one is redirected there', async (t) => {
  await prepare(t, 'family');
  await create('family', { name: 'Child', slug: 'child', repo: 'dragoman://family/web' });
  const child = await server.get('/api/components/family/child/');

  const folder = await clone(t, addressOf('family/child'));
  const response = await fetch(`${server.url}/git/family/child/${refs}`, { redirect: 'manual' });

  t.is(await readFile(join(folder, 'po/cs.po'), 'utf8'), czech);
  t.is(response.status, 307);
  t.is(response.headers.get('location'), `${server.url}/git/family/web/${refs}`);
  t.is(child.json.git_export, `${server.url}/git/family/web/`);
});

test('a visit with a browser leads to the page of the component', async (t) => {
  await prepare(t, 'visited');

  for (const path of ['/git/visited/web/', '/git/visited/web']) {
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual' });

    t.is(response.status, 302);
    t.is(response.headers.get('location'), `${server.url}/projects/visited/web/`);
  }
  const posted = await server.post('/git/visited/web/', { raw: '' });
  t.is(posted.status, 405);
  t.is(posted.headers.get('allow'), 'GET, HEAD');
});

test('without a working copy the client is told to come again', async (t) => {
  const project = await addProject(server.db, 'absent');
  await addComponent(server.db, project, 'web');

  const { status, headers, text } = await server.get(`/git/absent/web/${refs}`);

  t.is(status, 503);
  t.is(headers.get('retry-after'), '30');
  t.regex(text, /try again later/);
});

test('a working copy that git cannot read is a bare 500', async (t) => {
  await prepare(t, 'broken');
  const component = (await server.db.reader('components').where({ path: 'broken/web' }).first()) as Component;
  const copy = join(server.database.folder, 'vcs', String(component.id));
  await rm(join(copy, '.git', 'HEAD'));

  const { status, text } = await server.get(`/git/broken/web/${refs}`);

  t.is(status, 500);
  t.notRegex(text, /vcs|fatal/);
});

test('a body may be packed; one of another kind, a broken and an endless one are refused', async (t) => {
  await prepare(t, 'bodies');
  const send = (raw: Uint8Array | string, headers: Record<string, string> = {}) =>
    server.post('/git/bodies/web/git-upload-pack', {
      raw,
      headers: {
        'Content-Type': 'application/x-git-upload-pack-request',
        'Git-Protocol': 'version=2',
        ...headers,
      },
    });
  const ls = '0014command=ls-refs\n0000';
  const haves = `0012command=fetch\n0001${`0032have ${'1'.repeat(40)}\n`.repeat(400_000)}`;

  const plain = await send(ls);
  const packed = await send(gzipSync(ls), { 'Content-Encoding': 'gzip' });
  const broken = await send(ls, { 'Content-Encoding': 'gzip' });
  const endless = await send(gzipSync(haves), {
    'Content-Encoding': 'gzip',
  });
  const other = await send(ls, { 'Content-Type': 'text/plain' });

  t.regex(plain.text, /refs\/heads\/main/);
  t.is(plain.headers.get('content-type'), 'application/x-git-upload-pack-result');
  t.is(packed.text, plain.text);
  t.deepEqual([broken.status, endless.status, other.status], [400, 413, 415]);
});

test('git ends when the client goes away', async (t) => {
  await prepare(t, 'leaving');
  const component = await server.db.reader('components').where({ path: 'leaving/web' }).first();
  const sending = request(`${server.url}/git/leaving/web/git-upload-pack`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-git-upload-pack-request' },
  });
  sending.on('error', () => undefined);
  sending.write('0014');
  await until(async () => (await processesIn(String(component.id))) > 0);

  sending.destroy();

  t.true(await until(async () => (await processesIn(String(component.id))) === 0));
});

test('a working copy that comes back is served again', async (t) => {
  await prepare(t, 'moving');
  const component = await server.db.reader('components').where({ path: 'moving/web' }).first();
  const copy = join(server.database.folder, 'vcs', String(component.id));
  await rename(copy, `${copy}-away`);
  t.is((await server.get(`/git/moving/web/${refs}`)).status, 503);

  await rename(`${copy}-away`, copy);

  await t.notThrowsAsync(clone(t, addressOf('moving/web')));
});

/** How many git processes serve the working copy of this name. */
async function processesIn(name: string): Promise<number> {
  const path = join(server.database.folder, 'vcs', name, '.git');
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes('upload-pack') && line.includes(path)).length;
}

function branchesOf(name: string): string {
  return `refs/heads/${name}\nrefs/remotes/origin/HEAD\nrefs/remotes/origin/${name}\n`;
}
