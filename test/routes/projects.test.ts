import test from 'ava';
import { defaultMessages } from '../../actors/message-variables.ts';
import { Change } from '../../models/change.ts';
import { Component } from '../../models/component.ts';
import { addComponent, addLanguage, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

const web = 'https://hello.example.org/';

forEachServer(test, (name, server) => {
  test(name('a project is created with its defaults, at its URL, and recorded'), async (t) => {
    const { admin, url } = server();

    const response = await server().post('/api/projects/', {
      token: admin,
      json: { name: 'Hello', slug: 'hello', web, id: 99, locked: true },
    });

    t.is(response.status, 201);
    t.is(response.headers.get('location'), `${url}/api/projects/hello/`);
    const { id, ...rest } = response.json;
    t.not(id, 99);
    t.deepEqual(rest, {
      name: 'Hello',
      slug: 'hello',
      web,
      web_url: `${url}/projects/hello/`,
      url: `${url}/api/projects/hello/`,
      components_list_url: `${url}/api/projects/hello/components/`,
      repository_url: `${url}/api/projects/hello/repository/`,
      statistics_url: `${url}/api/projects/hello/statistics/`,
      categories_url: `${url}/api/projects/hello/categories/`,
      changes_list_url: `${url}/api/projects/hello/changes/`,
      languages_url: `${url}/api/projects/hello/languages/`,
      lock_url: `${url}/api/projects/hello/lock/`,
      metrics_url: `${url}/api/projects/hello/metrics/`,
      check_flags: '',
      translation_review: false,
      source_review: false,
      commit_policy: 0,
      workspace: null,
      set_language_team: true,
      enable_hooks: true,
      instructions: '',
      language_aliases: '',
      license: '',
      agreement: '',
      new_lang: 'add',
      language_code_style: '',
      secondary_language: null,
      commit_message: defaultMessages.commit,
      add_message: defaultMessages.add,
      delete_message: defaultMessages.delete,
      merge_message: defaultMessages.merge,
      addon_message: defaultMessages.addon,
      pull_message: defaultMessages.pull,
      enforced_2fa: false,
      locked: false,
      source_language: null,
    });
    t.deepEqual((await server().get(rest.url)).json, response.json);
    const [change] = (await server().get(rest.changes_list_url)).json.results;
    t.like(change, { action: 50, action_name: 'Project created', user: `${url}/api/users/admin/` });
  });

  for (const [title, options] of [
    ['JSON', { json: { name: 'X json', slug: 'x-json', web, translation_review: true, commit_policy: 20 } }],
    [
      'a form',
      { form: { name: 'X form', slug: 'x-form', web, translation_review: 'on', commit_policy: '20' } },
    ],
    [
      'multipart',
      { multipart: { name: 'X multi', slug: 'x-multi', web, translation_review: '1', commit_policy: '20' } },
    ],
  ] as const) {
    test(name(`a project is created alike by ${title}`), async (t) => {
      const { status, json } = await server().post('/api/projects/', { token: server().admin, ...options });

      t.is(status, 201);
      t.like(json, { translation_review: true, commit_policy: 20, enable_hooks: true });
    });
  }

  test(name('the required keys, their syntax and their lengths are checked together'), async (t) => {
    const { admin } = server();

    const empty = await server().post('/api/projects/', { token: admin });
    const wrong = await server().post('/api/projects/', {
      token: admin,
      json: {
        name: 'n'.repeat(61),
        slug: 'a b',
        web: 'nowhere',
        new_lang: 'maybe',
        language_aliases: 'a:b:c',
        check_flags: '"open',
      },
    });

    t.is(empty.status, 400);
    t.deepEqual(
      empty.json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`),
      ['name required', 'slug required', 'web required'],
    );
    t.deepEqual(
      wrong.json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`),
      [
        'name max_length',
        'slug invalid',
        'web invalid',
        'language_aliases invalid',
        'check_flags invalid',
        'new_lang invalid_choice',
      ],
    );
  });

  test(name('names and slugs are unique'), async (t) => {
    await addProject(server().db, 'taken', { name: 'Taken' });

    const { status, json } = await server().post('/api/projects/', {
      token: server().admin,
      json: { name: 'Taken', slug: 'taken', web },
    });

    t.is(status, 400);
    t.deepEqual(
      json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`),
      ['name unique', 'slug unique'],
    );
    t.truthy(json.name);
    t.truthy(json.slug);
  });

  test(name('creating needs the right to; strangers must sign in first'), async (t) => {
    const token = await server().createUser('project-stranger');
    const json = { name: 'Mine', slug: 'mine', web };

    t.is((await server().post('/api/projects/', { token, json })).status, 403);
    t.is((await server().post('/api/projects/', { json })).status, 401);
  });

  test(name('private projects exist only for those who see them'), async (t) => {
    const { db, admin } = server();
    await addProject(db, 'open', { access_control: 1 });
    await addProject(db, 'closed', { access_control: 100 });
    const token = await server().createUser('project-visitor');

    const anonymous = await server().get('/api/projects/?page_size=1000');
    const all = await server().get('/api/projects/?page_size=1000', { token: admin });

    const slugs = (page: { results: { slug: string }[] }) => page.results.map(({ slug }) => slug);
    t.true(slugs(anonymous.json).includes('open'));
    t.false(slugs(anonymous.json).includes('closed'));
    t.true(slugs(all.json).includes('closed'));
    t.is(anonymous.json.count, anonymous.json.results.length);
    for (const path of ['', 'components/', 'changes/', 'statistics/', 'languages/', 'repository/', 'lock/']) {
      t.is((await server().get(`/api/projects/closed/${path}`, { token })).status, 404, path);
    }
    t.is((await server().request('PATCH', '/api/projects/closed/', { token, json: {} })).status, 404);
    t.is((await server().request('PATCH', '/api/projects/open/', { token, json: {} })).status, 403);
    t.is((await server().request('DELETE', '/api/projects/open/', { token })).status, 403);
  });

  test(name('a change of settings is recorded for each that changed'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'settings');
    const patch = { token: admin, json: { instructions: 'Be kind.', enable_hooks: false, web: project.web } };

    const first = await server().request('PATCH', '/api/projects/settings/', patch);
    const again = await server().request('PATCH', '/api/projects/settings/', patch);

    t.like(first.json, { instructions: 'Be kind.', enable_hooks: false });
    t.deepEqual(again.json, first.json);
    const changes = await Change.query(db.reader).where('project_id', project.id).orderBy('id');
    t.deepEqual(
      changes.map(({ action, details }) => [action, details]),
      [
        [95, { field: 'enable_hooks', old: 'true', target: 'false' }],
        [95, { field: 'instructions', old: '', target: 'Be kind.' }],
      ],
    );
  });

  test(name('a new slug moves the project and its components'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'before');
    const component = await addComponent(db, project, 'web');

    const { json } = await server().request('PATCH', '/api/projects/before/', {
      token: admin,
      json: { slug: 'after' },
    });

    t.is(json.slug, 'after');
    t.is((await server().get('/api/projects/before/')).status, 404);
    t.is((await server().get('/api/components/after/web/')).status, 200);
    t.is((await Component.query(db.reader).findById(component.id))?.path, 'after/web');
    const [change] = (await server().get('/api/projects/after/changes/')).json.results;
    t.like(change, { action: 41, old: 'before', target: 'after' });
  });

  test(
    name('PUT asks for the required keys, PATCH for none, and both refuse names that are taken'),
    async (t) => {
      const { db, admin } = server();
      await addProject(db, 'put-a');
      await addProject(db, 'put-b');

      const put = await server().request('PUT', '/api/projects/put-a/', {
        token: admin,
        json: { name: 'put-a' },
      });
      const patch = await server().request('PATCH', '/api/projects/put-a/', { token: admin });
      const taken = await server().request('PATCH', '/api/projects/put-a/', {
        token: admin,
        json: { slug: 'put-b' },
      });
      const same = await server().request('PUT', '/api/projects/put-a/', {
        token: admin,
        json: { name: 'put-a', slug: 'put-a', web },
      });

      t.deepEqual(
        put.json.errors.map(({ attr }: { attr: string }) => attr),
        ['slug', 'web'],
      );
      t.is(patch.status, 200);
      t.like(taken.json, { errors: [{ code: 'unique', attr: 'slug' }] });
      t.is(same.status, 200);
    },
  );

  test(name('an unknown secondary language is refused'), async (t) => {
    const { db, admin } = server();
    await addProject(db, 'secondary');
    const { id } = await addLanguage(db, 'fr');

    const unknown = await server().request('PATCH', '/api/projects/secondary/', {
      token: admin,
      json: { secondary_language: 999_999 },
    });
    const known = await server().request('PATCH', '/api/projects/secondary/', {
      token: admin,
      json: { secondary_language: id },
    });

    t.like(unknown.json, { errors: [{ code: 'does_not_exist', attr: 'secondary_language' }] });
    t.is(known.json.secondary_language, id);
  });

  test(
    name('a project says whether all of it is locked and what language it is translated from'),
    async (t) => {
      const { db } = server();
      const project = await addProject(db, 'summary');
      await addComponent(db, project, 'one', { locked: true });

      const locked = await server().get('/api/projects/summary/');
      const german = await addLanguage(db, 'de');
      await addComponent(db, project, 'two', { source_language_id: german.id });
      const mixed = await server().get('/api/projects/summary/');

      t.true(locked.json.locked);
      t.is(locked.json.source_language.code, 'en');
      t.false(mixed.json.locked);
      t.is(mixed.json.source_language, null);
    },
  );

  test(name('components of a project are whole objects; restricted ones are left out'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'parts');
    await addComponent(db, project, 'seen');
    await addComponent(db, project, 'hidden', { restricted: true });

    const anonymous = await server().get('/api/projects/parts/components/');
    const superuser = await server().get('/api/projects/parts/components/', { token: admin });

    t.is(anonymous.json.count, 1);
    t.like(anonymous.json.results[0], { slug: 'seen', project: { slug: 'parts' } });
    t.is(superuser.json.count, 2);
  });

  test(
    name('statistics of a project sum up its components, and those of its languages are a list'),
    async (t) => {
      const { db, url } = server();
      const project = await addProject(db, 'numbers', { name: 'Numbers' });
      await addLanguage(db, 'cs', { name: 'Czech' });
      for (const slug of ['a', 'b']) {
        const component = await addComponent(db, project, slug);
        const units = [{ source: ['One two'], target: ['x'] }];
        await addTranslation(db, component, 'en', units, { is_source: true });
        await addTranslation(db, component, 'cs', [...units, { source: ['Three'], target: [''] }]);
      }

      const all = await server().get('/api/projects/numbers/statistics/');
      const languages = await server().get('/api/projects/numbers/languages/');
      const flat = await server().get('/api/projects/numbers/languages/?format=json-flat');

      t.like(all.json, {
        total: 6,
        translated: 4,
        total_words: 10,
        translated_words: 8,
        translated_percent: 66.6,
        words_percent: 80,
        name: 'Numbers',
        url: `${url}/projects/numbers/`,
      });
      t.is(languages.json.count, 2);
      t.like(languages.json.results[0], {
        language: 'Czech',
        name: 'Czech',
        code: 'cs',
        total: 4,
        translated: 2,
        translated_percent: 50,
        words_percent: 66.6,
        url: `${url}/projects/numbers/-/cs/`,
        url_translate: `${url}/translate/numbers/-/cs/`,
        translate_url: `${url}/translate/numbers/-/cs/`,
      });
      t.deepEqual(flat.json, languages.json.results);
    },
  );
});
