import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { zip } from '../../adapters/zip/write.ts';
import { taskEnd } from '../helpers/imported.ts';
import { addBilingualProject, addComponent, addProject } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

const settings = { name: 'App', slug: 'app', file_format: 'json', filemask: 'app/*.json' };

const file = (name: string, content: string | Buffer) =>
  new File([new Uint8Array(Buffer.from(content))], name);

/** An archive of files with these contents. */
function archive(files: Record<string, string>): Buffer {
  const entries = Object.entries(files);
  return zip(entries.map(([path, text]) => ({ path, bytes: Buffer.from(text) })));
}

const translated = { 'app/en.json': '{"hi": "Hi"}\n', 'app/cs.json': '{"hi": "Ahoj"}\n' };

/** A project; gives what makes components in it. */
async function prepare(server: TestServer, slug: string) {
  await addBilingualProject(server.db, slug);
  return (multipart: Record<string, string | File>, token = server.admin) =>
    server.post(`/api/projects/${slug}/components/`, { token, multipart });
}

/** Files that wait for their jobs, or were forgotten. */
const uploads = ({ database }: TestServer) => readdirSync(join(database.folder, 'uploads'));

forEachServer(test, (name, server) => {
  test.serial(
    name('an archive becomes a repository of its own, and its files the translations'),
    async (t) => {
      const post = await prepare(server(), 'zipped');
      const content = archive({
        ...translated,
        'README.md': 'ours\n',
        '.git/config': '[core]\n\tfsmonitor = false\n',
        'sub/.SVN/entries': 'x',
      });

      const made = await post({ ...settings, template: 'app/en.json', zipfile: file('app.zip', content) });

      t.is(made.status, 201, made.text);
      t.is(made.headers.get('location'), `${server().url}/api/components/zipped/app/`);
      t.like(made.json, {
        vcs: 'local',
        repo: 'local:',
        branch: 'main',
        push: '',
        manage_units: true,
        zipfile: null,
        docfile: null,
      });
      await taskEnd(server(), made.json.task_url);
      t.like((await server().get('/api/translations/zipped/app/cs/')).json, { total: 1, translated: 1 });
      const changes = await server().get('/api/components/zipped/app/changes/?action=51');
      t.like(changes.json.results[0], { details: { origin: 'api' } });
      const git = (...args: string[]) =>
        execFileSync('git', args, {
          cwd: join(server().database.folder, 'vcs', `${made.json.id}`),
        }).toString();
      t.deepEqual(git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n'), [
        'README.md',
        'app/cs.json',
        'app/en.json',
      ]);
      t.is(git('log', '-1', '--format=%an: %s'), 'Administrator: Add the uploaded files\n');
      t.is(git('show', 'HEAD:README.md'), 'ours\n');
      t.is(git('status', '--porcelain'), '');
      t.deepEqual(uploads(server()), []);
    },
  );

  test.serial(name('a document becomes the file of the source language'), async (t) => {
    const post = await prepare(server(), 'document');
    const { filemask: _, ...rest } = settings;

    const made = await post({ ...rest, docfile: file('Texts.JSON', '{"hi": "Hi"}') });

    t.is(made.status, 201, made.text);
    t.like(made.json, {
      vcs: 'local',
      repo: 'local:',
      branch: 'main',
      filemask: 'app/*.json',
      template: 'app/en.json',
      new_base: 'app/en.json',
      manage_units: true,
    });
    await taskEnd(server(), made.json.task_url);
    const add = { token: server().admin, json: { language_code: 'cs' } };
    t.is((await server().post('/api/components/document/app/translations/', add)).status, 201);
    t.like((await server().get('/api/translations/document/app/cs/')).json, { total: 1, translated: 0 });
    const base = await server().get('/api/components/document/app/monolingual_base/', {
      token: server().admin,
    });
    t.is(base.text, '{"hi": "Hi"}');
    const pull = { token: server().admin, json: { operation: 'pull' } };
    t.true((await server().post('/api/components/document/app/repository/', pull)).json.result);
    t.deepEqual(uploads(server()), []);
  });

  test.serial(name('a document goes where the mask and the source language say'), async (t) => {
    const post = await prepare(server(), 'masked');

    const made = await post({
      ...settings,
      filemask: 'locale/*/texts.json',
      source_language: 'cs',
      manage_units: 'false',
      docfile: file('noextension', '{"hi": "Ahoj"}'),
    });

    t.is(made.status, 201, made.text);
    t.like(made.json, { template: 'locale/cs/texts.json', manage_units: false });
    await taskEnd(server(), made.json.task_url);
  });

  const good = archive(translated);
  const inside = Buffer.from('PK\x01\x02', 'latin1');
  const link = Buffer.from(good);
  link.writeUInt32LE((0o120777 << 16) >>> 0, link.indexOf(inside) + 38);
  const damaged = Buffer.from(archive({ 'app/en.json': 'abc' }));
  damaged[damaged.indexOf('abc')] = 0;
  const twice = zip([
    { path: 'app/en.json', bytes: Buffer.from('{}') },
    { path: 'app/en.json', bytes: Buffer.from('{}') },
  ]);
  const refused: [string, Buffer][] = [
    ['no archive', Buffer.from('{"hi": "Hi"}, which is no archive at all')],
    ['an archive without files', archive({})],
    ['an archive of nothing but git files', archive({ '.git/HEAD': 'ref: refs/heads/main' })],
    ['a path that climbs', archive({ '../outside.json': '{}' })],
    ['a path from the root', archive({ '/etc/passwd': 'x' })],
    ['a path with a drive', archive({ 'C:/x.json': '{}' })],
    ['a folder that climbs', archive({ 'a/../../b/': '', ...translated })],
    ['a file that is a folder as well', archive({ app: 'x', ...translated })],
    ['a name that is too long', archive({ [`${'x'.repeat(201)}.json`]: '{}' })],
    ['a symbolic link', link],
    ['a name that is there twice', twice],
    ['a damaged file', damaged],
    ['far too much text', zip([{ path: 'app/en.json', bytes: Buffer.alloc(5_000_000) }])],
  ];
  for (const [index, [title, content]] of refused.entries()) {
    test.serial(name(`${title} is refused, and nothing is left`), async (t) => {
      const post = await prepare(server(), `refused-${index}`);

      const response = await post({ ...settings, template: 'app/en.json', zipfile: file('a.zip', content) });

      t.is(response.status, 400, response.text);
      t.deepEqual(problems(response), ['zipfile invalid']);
      t.is((await server().get(`/api/projects/refused-${index}/components/`)).json.count, 0);
      t.deepEqual(uploads(server()), []);
    });
  }

  const mistakes: [string, Record<string, string | File>, string[]][] = [
    ['an archive without a mask', { filemask: '', zipfile: file('a.zip', good) }, ['filemask blank']],
    ['a document without an extension', { filemask: '', docfile: file('texts', '{}') }, ['filemask blank']],
    ['a picture', { docfile: file('texts.PNG', 'x') }, ['docfile invalid_extension']],
    ['a program', { docfile: file('texts.exe', 'x') }, ['docfile invalid_extension']],
    ['an archive as a document', { docfile: file('texts.zip', good) }, ['docfile invalid_extension']],
    ['an empty document', { docfile: file('texts.json', '') }, ['docfile empty']],
    ['a text as an archive', { zipfile: 'UEsD', repo: 'local:', vcs: 'local' }, ['zipfile invalid']],
    [
      'both at once',
      { zipfile: file('a.zip', good), docfile: file('texts.json', '{}') },
      ['zipfile invalid', 'docfile invalid'],
    ],
    [
      'an address to push to',
      { docfile: file('a.json', '{}'), push: 'https://example.org/x' },
      ['push invalid'],
    ],
    [
      'a template that is not in it',
      { zipfile: file('a.zip', good), template: 'en.json' },
      ['template invalid'],
    ],
    [
      'a mask that nothing fits',
      { zipfile: file('a.zip', good), filemask: 'x/*.po', file_format: 'po' },
      ['filemask invalid'],
    ],
    ['a document of another format', { docfile: file('texts.json', 'no json') }, ['template invalid']],
  ];
  for (const [index, [title, change, expected]] of mistakes.entries()) {
    test.serial(name(`${title} is a mistake, and nothing is left`), async (t) => {
      const post = await prepare(server(), `wrong-${index}`);

      const response = await post({ ...settings, ...change });

      t.is(response.status, 400, response.text);
      t.deepEqual(problems(response), expected);
      t.is((await server().get(`/api/projects/wrong-${index}/components/`)).json.count, 0);
      t.deepEqual(uploads(server()), []);
    });
  }

  test.serial(name('names come first, then rights to them, and only creation takes files'), async (t) => {
    const post = await prepare(server(), 'later');
    const project = await addProject(server().db, 'later-other');
    await addComponent(server().db, project, 'app', { name: 'App' });
    const token = await server().createUser('uploader');
    const upload = { ...settings, template: 'app/en.json', zipfile: file('a.zip', 'no archive') };
    const path = '/api/projects/later-other/components/';

    const again = await server().post(path, { token: server().admin, multipart: upload });

    t.deepEqual(problems(again), ['name unique', 'slug unique']);
    t.is((await post(upload, token)).status, 403);
    t.is((await server().post(path, { multipart: upload })).status, 401);
    for (const method of ['PATCH', 'PUT']) {
      for (const field of ['zipfile', 'docfile']) {
        const response = await server().request(method, '/api/components/later-other/app/', {
          token: server().admin,
          multipart: { ...settings, repo: 'https://git.example.org/x.git', [field]: file('a.zip', good) },
        });
        t.deepEqual(problems(response), [`${field} invalid`]);
        t.regex(response.json.detail, /creation/);
      }
    }
    for (const field of ['zipfile', 'docfile']) {
      const json = { ...settings, repo: 'local:', vcs: 'local', [field]: 'UEsD' };
      const response = await server().post('/api/projects/later/components/', {
        token: server().admin,
        json,
      });
      t.deepEqual(problems(response), [`${field} invalid`]);
    }
    t.deepEqual(uploads(server()), []);
  });
});
