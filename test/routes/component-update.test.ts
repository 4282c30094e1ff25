import test from 'ava';
import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import { Component } from '../../models/component.ts';
import { findDrift } from '../../models/drift.ts';
import { importComponent, poFile, taskEnd } from '../helpers/imported.ts';
import { addCategory, addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

const request = (server: TestServer, method: string, path: string, json: object) =>
  server.request(method, `/api/components/${path}/`, { token: server.admin, json });

/** The history of a component: kind, and what was before and after. */
async function historyOf({ db }: TestServer, { id }: Component) {
  const changes = await Change.query(db.reader).where('component_id', id).orderBy('id');
  return changes.map((change) => [change.action, change.old, change.target]);
}

forEachServer(test, (name, server) => {
  test(name('each setting that changes is recorded, once, and under its own kind'), async (t) => {
    const { db } = server();
    const component = await addComponent(db, await addProject(db, 'settled', { license: 'MIT' }), 'web');
    const settings = { license: 'ISC', agreement: 'Sign.', priority: 80, check_flags: 'ignore-same' };

    const first = await request(server(), 'PATCH', 'settled/web', settings);
    const again = await request(server(), 'PATCH', 'settled/web', settings);
    const nothing = await request(server(), 'PATCH', 'settled/web', {});

    t.is(first.status, 200);
    t.like(first.json, settings);
    t.deepEqual([again.status, nothing.status], [200, 200]);
    t.like(nothing.json, settings);
    const history = await historyOf(server(), component);
    t.deepEqual(
      history.toSorted(),
      [
        [action.LICENSE_CHANGE, '', 'ISC'],
        [action.AGREEMENT_CHANGE, '', 'Sign.'],
        [action.COMPONENT_SETTING_CHANGE, '100', '80'],
        [action.COMPONENT_SETTING_CHANGE, '', 'ignore-same'],
      ].toSorted(),
    );
  });

  test(name('a renamed component is found under its new name alone'), async (t) => {
    const { db } = server();
    const project = await addProject(db, 'renames');
    const component = await addComponent(db, project, 'old');
    await addComponent(db, project, 'taken');
    await addCategory(db, project, 'folder');

    const refused = [];
    for (const slug of ['taken', 'folder']) {
      refused.push(problems(await request(server(), 'PATCH', 'renames/old', { slug, name: slug })));
    }
    const { status, json } = await request(server(), 'PATCH', 'renames/old', { slug: 'new', name: 'New' });

    t.deepEqual(refused, [
      ['name unique', 'slug unique'],
      ['name unique', 'slug unique'],
    ]);
    t.is(status, 200);
    t.is(json.url, `${server().url}/api/components/renames/new/`);
    t.is((await server().get('/api/components/renames/old/')).status, 404);
    t.deepEqual((await historyOf(server(), component)).toSorted(), [
      [action.RENAME_COMPONENT, 'old', 'New'],
      [action.RENAME_COMPONENT, 'old', 'new'],
    ]);
  });

  test(name('PATCH leaves the category as it is, PUT without one moves to the root'), async (t) => {
    const { db, url } = server();
    const project = await addProject(db, 'places');
    const tools = await addCategory(db, project, 'tools');
    const component = await addComponent(db, project, 'web');
    await addTranslation(db, component, 'cs', [{ source: ['Hi'], target: ['Ahoj'] }]);
    const { name: title, slug, repo, filemask, file_format } = component;
    const inside = 'places/tools%252Fweb';
    const total = async () => (await server().get(`/api/categories/${tools.id}/statistics/`)).json.total;

    const moved = await request(server(), 'PATCH', 'places/web', {
      category: `${url}/api/categories/${tools.id}/`,
    });
    t.is(moved.json.url, `${url}/api/components/places/tools%252Fweb/`);
    t.is((await server().get('/api/components/places/web/')).status, 404);
    t.is(await total(), 1);
    const kept = await request(server(), 'PATCH', inside, { priority: 120 });
    t.is(kept.json.category, `${url}/api/categories/${tools.id}/`);
    const put = await request(server(), 'PUT', inside, { name: title, slug, repo, filemask, file_format });
    t.is(put.status, 200, put.text);
    t.is(put.json.category, null);
    t.is((await server().get(`/api/components/${inside}/`)).status, 404);
    t.is(await total(), 0);
    await request(server(), 'PATCH', 'places/web', { category: `/api/categories/${tools.id}` });
    const out = await request(server(), 'PATCH', inside, { category: null });
    t.is(out.json.category, null);
    t.deepEqual(await findDrift(db), []);
    const moves = (await historyOf(server(), component)).filter(([kind]) => kind === action.MOVE_COMPONENT);
    t.deepEqual(moves.slice(0, 2), [
      [action.MOVE_COMPONENT, 'places', 'places/tools'],
      [action.MOVE_COMPONENT, 'places/tools', 'places'],
    ]);
  });

  for (const [title, settings, expected] of [
    ['another source language', { source_language: 'cs' }, ['source_language invalid']],
    ['an unknown format', { file_format: 'nonsense' }, ['file_format invalid_choice']],
    ['a mask without a place for codes', { filemask: 'po/cs.po' }, ['filemask invalid']],
    ['a mask that leads out', { filemask: '../*.po' }, ['filemask invalid']],
    ['a branch that is none', { branch: '-x' }, ['branch invalid']],
    ['a category of nowhere', { category: '/api/categories/999999/' }, ['category does_not_exist']],
    ['an empty name', { name: '' }, ['name blank']],
    ['a name that is too long', { name: 'n'.repeat(101) }, ['name max_length']],
    ['a regular expression that does not compile', { language_regex: '(' }, ['language_regex invalid']],
    ['an unknown way of adding languages', { new_lang: 'x' }, ['new_lang invalid_choice']],
  ] as const) {
    test(name(`${title} is refused`), async (t) => {
      const { db } = server();
      const slug = `no-${title.replace(/\W/g, '-')}`;
      const component = await addComponent(db, await addProject(db, slug), 'web');

      const response = await request(server(), 'PATCH', `${slug}/web`, settings);

      t.is(response.status, 400, response.text);
      t.deepEqual(problems(response), [...expected]);
      t.deepEqual(await historyOf(server(), component), []);
    });
  }

  test(name('PUT asks for what a component cannot be without'), async (t) => {
    const { db } = server();
    await addComponent(db, await addProject(db, 'lacking'), 'web');

    t.deepEqual(problems(await request(server(), 'PUT', 'lacking/web', {})), [
      'name required',
      'slug required',
      'repo required',
      'filemask required',
      'file_format required',
    ]);
  });

  test(name('settings of a shared repository are changed at its owner'), async (t) => {
    const { db } = server();
    const project = await addProject(db, 'lodging');
    const owner = await addComponent(db, project, 'owner');
    await addComponent(db, project, 'guest', {
      linked_component_id: owner.id,
      repo: 'dragoman://lodging/owner',
      branch: '',
    });
    const patch = (json: object) => request(server(), 'PATCH', 'lodging/guest', json);

    t.deepEqual(problems(await patch({ push: 'ssh://git@example.org/x.git' })), ['push invalid']);
    t.deepEqual(problems(await patch({ commit_pending_age: 3 })), ['commit_pending_age invalid']);
    t.deepEqual(problems(await patch({ repo: 'https://git.example.org/other.git' })), ['repo invalid']);
    await request(server(), 'PATCH', 'lodging/owner', { slug: 'landlord' });
    const guest = await Component.at(db.reader, 'lodging/guest');
    t.is(guest?.repo, 'dragoman://lodging/landlord');
    for (const repo of ['dragoman://lodging/landlord', owner.repo]) {
      t.is((await patch({ repo })).status, 200, repo);
    }
  });

  test(name('another mask has the files read anew'), async (t) => {
    const { admin: token } = server();
    const { path } = await importComponent(t, server(), 'remasked', {
      'po/hello.pot': poFile({ Hello: '' }),
      'po/cs.po': poFile({ Hello: 'Ahoj' }),
      'other/cs.po': poFile({ Hello: 'Nazdar' }),
    });

    const { status, json } = await server().request('PATCH', path, {
      token,
      json: { filemask: 'other/*.po' },
    });
    await taskEnd(server(), json.task_url);

    t.is(status, 200);
    t.truthy(json.task_url);
    const units = await server().get('/api/translations/remasked/web/cs/units/', { token });
    t.deepEqual(units.json.results[0].target, ['Nazdar']);
  });
});
