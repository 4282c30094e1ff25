import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { unzip } from '../../adapters/zip/read.ts';
import { seedLanguages } from '../../models/seed-languages.ts';
import { createGitRepository, type TestRepository } from '../helpers/git.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/*
 * The real command-line client, as Debian packages it, against a real server: what it sends and what it needs of the
 * answers is not in our hands. The tests of one file share the server and follow one another.
 */

const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: cs\\n"\n';
const po = (hello: string, bye: string) =>
  `${header}\nmsgid "Hello"\nmsgstr "${hello}"\n\nmsgid "Bye"\nmsgstr "${bye}"\n`;

let server: TestServer;
let repository: TestRepository;
let folder: string;
let removeRepository: () => Promise<void>;

interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs the client; what it prints is JSON. */
async function wlc(...args: string[]): Promise<Run> {
  const config = join(folder, 'empty.ini');
  const all = [
    '--config',
    config,
    '--url',
    `${server.url}/api/`,
    '--key',
    server.admin,
    '--format',
    'json',
    ...args,
  ];
  return new Promise((resolve) => {
    execFile('wlc', all, { cwd: folder, encoding: 'utf8', timeout: 60_000 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}

async function json(...args: string[]) {
  const { code, out, err } = await wlc(...args);
  if (code !== 0) {
    throw new Error(`wlc ${args.join(' ')} ended with ${code}: ${err}`);
  }
  return JSON.parse(out);
}

const isInstalled = (() => {
  try {
    execFileSync('wlc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return false;
    }
    throw error;
  }
})();

if (!isInstalled) {
  test.skip('wlc: left out, the client is not installed (Debian package wlc)', (t) => t.pass());
} else {
  test.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-wlc-'));
    await writeFile(join(folder, 'empty.ini'), '[wlc]\n');
    const made = await createGitRepository({ 'po/cs.po': po('', 'Nashle'), 'po/de.po': po('Hallo', '') });
    repository = made.repository;
    removeRepository = made.remove;
    server = await startServer();
    await server.db.transaction((trx) => seedLanguages(trx));
    const { admin: token } = server;
    await server.post('/api/projects/', {
      token,
      json: { name: 'Hello', slug: 'hello', web: 'https://example.org/' },
    });
    const created = await server.post('/api/projects/hello/components/', {
      token,
      json: {
        name: 'App',
        slug: 'app',
        repo: repository.url,
        push: repository.url,
        push_on_commit: false,
        branch: 'main',
        filemask: 'po/*.po',
        file_format: 'po',
      },
    });
    if (created.status !== 201) {
      throw new Error(created.text);
    }
    for (;;) {
      const { json: component } = await server.get('/api/components/hello/app/', { token });
      if (component.task_url === null) {
        break;
      }
    }
  });

  test.after.always(async () => {
    await server?.close();
    await removeRepository?.();
    if (folder) {
      await rm(folder, { recursive: true });
    }
  });

  test.serial('version, list-projects, list-components, list-translations and list-languages', async (t) => {
    const version = await wlc('version');
    const projects = await json('list-projects');
    const components = await json('list-components');
    const ofProject = await json('list-components', 'hello');
    const translations = await json('list-translations');
    const ofComponent = await json('list-translations', 'hello/app');
    const languages = await json('list-languages');

    t.is(version.code, 0);
    t.deepEqual(
      projects.map((one: { slug: string }) => one.slug),
      ['hello'],
    );
    t.deepEqual(
      components.map((one: { slug: string }) => one.slug),
      ['app'],
    );
    t.deepEqual(ofProject, components);
    t.deepEqual(translations.map((one: { language_code: string }) => one.language_code).sort(), [
      'cs',
      'de',
      'en',
    ]);
    t.is(ofComponent.length, 3);
    t.true(
      languages.some((one: { code: string; name: string }) => one.code === 'cs' && one.name === 'Czech'),
    );
    t.true(languages.length >= 550);
  });

  test.serial('show and ls at every level', async (t) => {
    const project = await json('show', 'hello');
    const component = await json('show', 'hello/app');
    const translation = await json('show', 'hello/app/cs');
    const inProject = await json('ls', 'hello');
    const inComponent = await json('ls', 'hello/app');
    const all = await json('ls');
    const missing = await wlc('show', 'hello/nothing');

    t.is(project.slug, 'hello');
    t.is(component.filemask, 'po/*.po');
    t.is(component.file_format, 'po');
    t.is(translation.filename, 'po/cs.po');
    t.is(translation.total, 2);
    t.is(translation.translated, 1);
    t.is(translation.translated_percent, 50);
    t.deepEqual(
      inProject.map((one: { slug: string }) => one.slug),
      ['app'],
    );
    t.is(inComponent.length, 3);
    t.is(all.length, 1);
    t.not(missing.code, 0);
    t.regex(missing.err, /not found/i);
  });

  test.serial('stats at every level', async (t) => {
    const project = await json('stats', 'hello');
    const component = await json('stats', 'hello/app');
    const translation = await json('stats', 'hello/app/cs');

    t.is(project.total, 6);
    t.is(component.length, 3);
    t.is(translation.translated, 1);
    t.is(translation.code, 'cs');
  });

  test.serial('lock, lock-status and unlock', async (t) => {
    const before = await json('lock-status', 'hello/app');
    const lock = await wlc('lock', 'hello/app');
    const locked = await json('lock-status', 'hello/app');
    const unlock = await wlc('unlock', 'hello/app');
    const after = await json('lock-status', 'hello/app');
    const ofProject = await wlc('lock', 'hello');

    t.is(before.locked, false);
    t.is(lock.code, 0);
    t.is(locked.locked, true);
    t.is(unlock.code, 0);
    t.is(after.locked, false);
    t.not(ofProject.code, 0);
  });

  test.serial('upload at translation level, then commit and push: the string arrives upstream', async (t) => {
    await writeFile(join(folder, 'in.po'), po('Ahoj', 'Nashle'));

    const upload = await wlc('upload', '--input', join(folder, 'in.po'), 'hello/app/cs');
    const waiting = await json('repo', 'hello/app/cs');
    const commit = await wlc('commit', 'hello/app/cs');
    const committed = await json('repo', 'hello/app');
    const push = await wlc('push', 'hello/app');
    const pushed = await json('repo', 'hello');

    t.is(upload.code, 0, upload.err);
    t.is(waiting.needs_commit, true);
    t.is(commit.code, 0, commit.err);
    t.is(committed.needs_commit, false);
    t.is(committed.needs_push, true);
    t.is(push.code, 0, push.err);
    t.is(pushed.needs_push, false);
    t.is(await repository.show('po/cs.po'), po('Ahoj', 'Nashle'));
    const [newest] = await repository.log();
    t.is(newest?.author, 'Administrator <admin@example.com>');
    t.deepEqual(newest?.files, { 'po/cs.po': [1, 1] });
  });

  test.serial('upload with every option that the client has', async (t) => {
    await writeFile(join(folder, 'in.po'), po('Nazdar', 'Sbohem'));
    const input = ['--input', join(folder, 'in.po')];

    const kept = await wlc('upload', ...input, 'hello/app/cs');
    const overwrite = await wlc('upload', ...input, '--overwrite', 'hello/app/cs');
    const fuzzy = await wlc(
      'upload',
      ...input,
      '--method',
      'fuzzy',
      '--fuzzy',
      'process',
      '--overwrite',
      'hello/app/cs',
    );
    const author = ['--author-name', 'Eva', '--author-email', 'eva@example.org'];
    const replace = await wlc('upload', ...input, '--method', 'replace', ...author, 'hello/app/cs');
    const wrongLevel = await wlc('upload', ...input, 'hello/app');

    t.deepEqual([kept.code, overwrite.code, fuzzy.code, replace.code], [0, 0, 0, 0], replace.err);
    t.not(wrongLevel.code, 0);
    const { json: units } = await server.get('/api/translations/hello/app/cs/units/', {
      token: server.admin,
    });
    t.deepEqual(
      units.results.map((unit: { target: string[] }) => unit.target),
      [['Nazdar'], ['Sbohem']],
    );
  });

  test.serial('pull brings what is new upstream', async (t) => {
    await repository.commit({ 'po/de.po': po('Hallo', 'Tschüss') });

    const pull = await wlc('pull', 'hello/app');
    const translation = await json('show', 'hello/app/de');
    const again = await wlc('pull', 'hello');

    t.is(pull.code, 0, pull.err);
    t.is(translation.translated, 2);
    t.is(again.code, 0, again.err);
  });

  test.serial('changes at every level', async (t) => {
    const project = await json('changes', 'hello');
    const component = await json('changes', 'hello/app');
    const translation = await json('changes', 'hello/app/cs');

    t.true(project.length >= component.length && component.length > translation.length);
    t.true(
      translation.some((change: { action_name: string }) => change.action_name === 'Translation uploaded'),
    );
  });

  test.serial('download at every level', async (t) => {
    const file = await wlc('download', 'hello/app/cs');
    const component = await wlc('download', '--output', join(folder, 'component'), 'hello/app');
    const project = await wlc('download', '--output', join(folder, 'project'), 'hello');

    t.is(file.code, 0, file.err);
    t.is(file.out.trimEnd(), po('Nazdar', 'Sbohem').trimEnd());
    t.is(component.code, 0, component.err);
    t.is(project.code, 0, project.err);
    for (const name of ['component', 'project']) {
      const [archive] = (await readdir(join(folder, name))).map((one) => join(folder, name, one));
      const files = unzip(await readFile(archive!), { files: 100, total: 1_000_000 });
      t.deepEqual(files.map(({ path }) => path).sort(), ['hello/app/po/cs.po', 'hello/app/po/de.po']);
    }
  });

  test.serial('reset and cleanup', async (t) => {
    const reset = await wlc('reset', 'hello/app');
    const cleanup = await wlc('cleanup', 'hello/app');
    const repo = await json('repo', 'hello/app');

    t.is(reset.code, 0, reset.err);
    t.is(cleanup.code, 0, cleanup.err);
    t.is(repo.needs_push, false);
    t.is(repo.needs_commit, false);
  });

  test.serial('delete a translation, a component and a project', async (t) => {
    const translation = await wlc('delete', 'hello/app/de');
    const component = await wlc('delete', 'hello/app');
    const project = await wlc('delete', 'hello');

    t.is(translation.code, 0, translation.err);
    t.is(component.code, 0, component.err);
    t.is(project.code, 0, project.err);
    const { json: projects } = await server.get('/api/projects/', { token: server.admin });
    t.is(projects.count, 0);
  });
}
