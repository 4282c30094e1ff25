import test from 'ava';
import { Component } from '../../models/component.ts';
import { acceptedSchemes } from '../../routes/http/aliases.ts';
import { gitRepository } from '../helpers/git.ts';
import { taskEnd } from '../helpers/imported.ts';
import { addBilingualProject, addComponent } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

const pot = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr ""\n';
const czech = pot.replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr "Ahoj"');
const files = { 'po/hello.pot': pot, 'po/cs.po': czech };

const settings = {
  name: 'Web',
  slug: 'web',
  filemask: 'po/*.po',
  file_format: 'po',
  new_base: 'po/hello.pot',
};

forEachServer(test, (name, server) => {
  test(
    name('a component is created from its repository, and its task ends with its strings read'),
    async (t) => {
      const { admin, url } = server();
      await addBilingualProject(server().db, 'make');
      const repository = await gitRepository(t, files);

      const response = await server().post('/api/projects/make/components/', {
        token: admin,
        json: { ...settings, repo: repository.url },
      });

      t.is(response.status, 201, response.text);
      t.is(response.headers.get('location'), `${url}/api/components/make/web/`);
      t.like(response.json, {
        slug: 'web',
        repo: repository.url,
        branch: 'main',
        source_language: { code: 'en' },
        manage_units: false,
        linked_component: null,
      });
      await taskEnd(server(), response.json.task_url);
      const { json } = await server().get('/api/translations/make/web/cs/');
      t.like(json, { total: 1, translated: 1, filename: 'po/cs.po' });
      const changes = await server().get('/api/components/make/web/changes/?action=51');
      t.like(changes.json.results[0], { details: { origin: 'api' }, user: `${url}/api/users/admin/` });
    },
  );

  test(name('the same by a form; numbers, booleans and objects as texts'), async (t) => {
    await addBilingualProject(server().db, 'make-form');
    const repository = await gitRepository(t, files);

    const response = await server().post('/api/projects/make-form/components/', {
      token: server().admin,
      form: {
        ...settings,
        repo: repository.url,
        priority: '60',
        push_on_commit: 'false',
        commit_pending_age: '3',
        source_language: 'en',
        file_format_params: '{}',
      },
    });

    t.is(response.status, 201, response.text);
    t.like(response.json, { priority: 60, push_on_commit: false, commit_pending_age: 3 });
    await taskEnd(server(), response.json.task_url);
  });

  const mistakes: [string, Record<string, unknown>, string, string][] = [
    ['a missing name', { name: undefined }, 'name', 'required'],
    ['an unknown format', { file_format: 'nonsense' }, 'file_format', 'invalid_choice'],
    ['a mask without a star', { filemask: 'po/cs.po' }, 'filemask', 'invalid'],
    ['a mask that leads out', { filemask: '../*.po' }, 'filemask', 'invalid'],
    ['a base that leads out', { new_base: '/etc/passwd' }, 'new_base', 'invalid'],
    ['a file of git itself', { new_base: '.git/config' }, 'new_base', 'invalid'],
    ['an unknown language', { source_language: 'nope' }, 'source_language.code', 'invalid'],
    [
      'an unknown language in an object',
      { source_language: { code: 'no' } },
      'source_language.code',
      'invalid',
    ],
    ['a template in a bilingual format', { template: 'po/en.po' }, 'template', 'invalid'],
    ['a missing template', { file_format: 'po-mono' }, 'template', 'invalid'],
    ['an option for a branch', { branch: '--upload-pack=x' }, 'branch', 'invalid'],
    ['a broken expression', { language_regex: '(' }, 'language_regex', 'invalid'],
    ['an expression that matches everything', { language_regex: '.*' }, 'language_regex', 'invalid'],
    ['a message of an unknown variable', { commit_message: '{{ nope }}' }, 'commit_message', 'invalid'],
    ['a setting of another format', { file_format_params: { x: 1 } }, 'file_format_params', 'invalid'],
    ['acceptance by one vote', { suggestion_autoaccept: 1 }, 'suggestion_autoaccept', 'invalid'],
    ['a command as repository', { repo: 'ext::sh -c true' }, 'repo', 'invalid'],
    ['an unknown kind of address', { repo: 'gopher://example.org/x' }, 'repo', 'invalid'],
    ['a repository that is not there', { repo: '/nowhere/at/all.git' }, 'repo', 'invalid'],
    ['a branch that is not there', { branch: 'nowhere' }, 'branch', 'invalid'],
    [
      'a mask that nothing matches',
      { filemask: 'locale/*.po', new_base: '', new_lang: 'none' },
      'filemask',
      'invalid',
    ],
    ['a base that is not there', { new_base: 'po/none.pot' }, 'new_base', 'invalid'],
    ['a category that is not there', { category: '/api/categories/999999/' }, 'category', 'does_not_exist'],
    ['a category that is none', { category: '/api/projects/make/' }, 'category', 'no_match'],
    ['an archive in JSON', { zipfile: 'UEsD' }, 'zipfile', 'invalid'],
    ['another kind for a local repository', { repo: 'local:' }, 'vcs', 'invalid'],
  ];
  for (const [index, [title, change, attr, code]] of mistakes.entries()) {
    // One after the other: on a busy machine the answer would not wait for the end of so many clones.
    test.serial(name(`${title} is refused, and no component is left`), async (t) => {
      await addBilingualProject(server().db, `mistake-${index}`);
      const repository = await gitRepository(t, files);

      const { status, json } = await server().post(`/api/projects/mistake-${index}/components/`, {
        token: server().admin,
        json: { ...settings, repo: repository.url, ...change },
      });

      t.is(status, 400, JSON.stringify(json));
      t.like(json, { type: 'validation_error', errors: [{ attr, code }] });
      const list = await server().get(`/api/projects/mistake-${index}/components/`);
      t.is(list.json.count, 0);
    });
  }

  test(name('names and slugs are unique in their project'), async (t) => {
    const { db, admin } = server();
    await addComponent(db, await addBilingualProject(db, 'unique'), 'web', { name: 'Web' });

    const { status, json } = await server().post('/api/projects/unique/components/', {
      token: admin,
      json: { ...settings, repo: 'https://git.example.org/x.git' },
    });

    t.is(status, 400);
    t.deepEqual(
      json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`),
      ['name unique', 'slug unique'],
    );
  });

  test(name('only those who may edit the project create components'), async (t) => {
    await addBilingualProject(server().db, 'denied');
    const token = await server().createUser('component-maker');
    const options = { json: settings };

    t.is((await server().post('/api/projects/denied/components/', { token, ...options })).status, 403);
    t.is((await server().post('/api/projects/denied/components/', options)).status, 401);
  });

  test(name('credentials in an address are never shown, and stored encrypted'), async (t) => {
    const { db, admin } = server();
    await addComponent(db, await addBilingualProject(db, 'secret'), 'owner');

    const { json } = await server().request('PATCH', '/api/components/secret/owner/', {
      token: admin,
      json: { push: 'https://bot:hunter2@git.example.org/hello.git' },
    });

    t.is(json.push, 'https://git.example.org/hello.git');
    const stored = await Component.query(db.reader).findOne({ path: 'secret/owner' }).throwIfNotFound();
    t.truthy(stored.push_secret);
    t.false(JSON.stringify(stored).includes('hunter2'));
    t.false(
      JSON.stringify((await server().get('/api/components/secret/owner/changes/')).json).includes('hunter2'),
    );
  });

  test(name('a link shares the repository of another component, in either spelling'), async (t) => {
    const { admin, url } = server();
    await addBilingualProject(server().db, 'links');
    const repository = await gitRepository(t, { ...files, 'app/cs.po': czech });
    const make = (json: object) => server().post('/api/projects/links/components/', { token: admin, json });
    const owner = await make({ ...settings, repo: repository.url });
    await taskEnd(server(), owner.json.task_url);

    const app = { filemask: 'app/*.po', file_format: 'po' };
    const [scheme, otherScheme] = acceptedSchemes;
    const linked = await make({ ...app, name: 'App', slug: 'app', repo: `${scheme}links/web` });
    const foreign = await make({ ...app, name: 'Foreign', slug: 'foreign', repo: `${otherScheme}links/web` });
    const automatic = await make({
      ...settings,
      name: 'Again',
      slug: 'again',
      repo: repository.url,
      branch: 'main',
    });

    t.is(linked.status, 201, linked.text);
    t.like(linked.json, { repo: repository.url, linked_component: `${url}/api/components/links/web/` });
    t.is(foreign.json.linked_component, linked.json.linked_component, foreign.text);
    t.is(automatic.status, 201, automatic.text);
    t.is(automatic.json.linked_component, `${url}/api/components/links/web/`);
    for (const [change, attr] of [
      [{ repo: 'dragoman://links/nothing' }, 'repo'],
      [{ repo: 'dragoman://links/app' }, 'repo'],
      [{ repo: 'dragoman://links/web', branch: 'other' }, 'branch'],
      [{ repo: 'dragoman://links/web', push: 'https://example.org/x.git' }, 'push'],
    ] as const) {
      const refused = await make({ ...settings, name: 'New', slug: 'new', ...change });
      t.is(refused.status, 400);
      t.is(refused.json.errors[0].attr, attr);
    }
    const own = await make({
      ...settings,
      name: 'Own',
      slug: 'own',
      repo: repository.url,
      branch: 'main',
      disable_autoshare: true,
    });
    t.is(own.json.linked_component, null);
    await taskEnd(server(), own.json.task_url);
  });
});
