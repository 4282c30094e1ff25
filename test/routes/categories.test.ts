import test from 'ava';
import { action } from '../../models/actions.ts';
import { Category } from '../../models/category.ts';
import { Change } from '../../models/change.ts';
import { Component } from '../../models/component.ts';
import { findDrift } from '../../models/drift.ts';
import { addCategory, addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

/** A project `slug` with the categories `a`, `a/b` and the component `a/b/app` in two languages. */
async function nested(server: TestServer, slug: string) {
  const { db } = server;
  const project = await addProject(db, slug);
  const a = await addCategory(db, project, 'a');
  const b = await addCategory(db, project, 'b', a);
  const component = await addComponent(db, project, 'app', {
    category_id: b.id,
    path: `${slug}/a/b/app`,
    template: 'en.json',
    new_base: 'en.json',
  });
  const units = [{ source: ['Hi'], target: ['Hi'] }];
  await addTranslation(db, component, 'en', units, { is_source: true });
  await addTranslation(db, component, 'cs', units);
  return { project, a, b, component };
}

const change = (server: TestServer, { id }: Category, json: object, method = 'PATCH') =>
  server.request(method, `/api/categories/${id}/`, { token: server.admin, json });

forEachServer(test, (name, server) => {
  for (const kind of ['json', 'form', 'multipart'] as const) {
    test(name(`a category is created by ${kind}`), async (t) => {
      const { db, admin, url } = server();
      const project = await addProject(db, `made-${kind}`, { license: 'MIT' });
      const parent = await addCategory(db, project, 'parent');
      const input = {
        name: 'Tools',
        slug: 'tools',
        project: `${url}/api/projects/made-${kind}/`,
        category: `/api/categories/${parent.id}`,
        new_lang: 'none',
        configuration: kind === 'json' ? { order: [1] } : '{"order": [1]}',
      };

      const response = await server().post('/api/categories/', { token: admin, [kind]: input });

      t.is(response.status, 201, response.text);
      const { id, ...rest } = response.json;
      t.like(rest, {
        name: 'Tools',
        slug: 'tools',
        project: `${url}/api/projects/made-${kind}/`,
        category: `${url}/api/categories/${parent.id}/`,
        configuration: { order: [1] },
        new_lang: 'none',
        license: 'MIT',
        url: `${url}/api/categories/${id}/`,
        statistics_url: `${url}/api/categories/${id}/statistics/`,
      });
      t.is(response.headers.get('location'), rest.url);
      t.deepEqual((await server().get(rest.url)).json, response.json);
      const { json } = await server().get(`/api/projects/made-${kind}/`);
      const listed = await server().get(json.categories_url);
      t.deepEqual(
        listed.json.results.map(({ slug }: { slug: string }) => slug),
        ['parent', 'tools'],
      );
    });
  }

  test(name('categories that cannot be made are refused on their keys'), async (t) => {
    const { db, admin, url } = server();
    const project = await addProject(db, 'refusing');
    const foreign = await addCategory(db, await addProject(db, 'foreign'), 'foreign');
    await addComponent(db, project, 'taken', { name: 'Taken' });
    const first = await addCategory(db, project, 'first');
    const third = await addCategory(db, project, 'third', await addCategory(db, project, 'second', first));
    const add = async (json: object) => {
      const response = await server().post('/api/categories/', { token: admin, json });
      t.is(response.status, 400, JSON.stringify(json));
      return problems(response);
    };
    const good = { name: 'Fine', slug: 'fine', project: '/api/projects/refusing/' };

    t.deepEqual(await add({}), ['name required', 'slug required', 'project required']);
    t.deepEqual(await add({ ...good, project: null }), ['project null']);
    t.deepEqual(await add({ ...good, project: ['x'] }), ['project incorrect_type']);
    t.deepEqual(await add({ ...good, project: 'refusing' }), ['project no_match']);
    t.deepEqual(await add({ ...good, project: '/api/projects/nowhere/' }), ['project does_not_exist']);
    t.deepEqual(await add({ ...good, slug: 'first' }), ['slug unique']);
    t.deepEqual(await add({ ...good, name: 'Taken', slug: 'taken' }), ['name unique', 'slug unique']);
    t.deepEqual(await add({ ...good, slug: '-' }), ['slug invalid']);
    t.deepEqual(await add({ ...good, name: 'n'.repeat(101) }), ['name max_length']);
    t.deepEqual(await add({ ...good, category: 'tools' }), ['category no_match']);
    t.deepEqual(await add({ ...good, category: 5 }), ['category incorrect_type']);
    for (const id of [foreign.id, 999_999]) {
      t.deepEqual(await add({ ...good, category: `${url}/api/categories/${id}/` }), [
        'category does_not_exist',
      ]);
    }
    t.deepEqual(await add({ ...good, category: `/api/categories/${third.id}/` }), ['category invalid']);
    t.deepEqual(await add({ ...good, configuration: 'text' }), ['configuration invalid']);
    t.deepEqual(await add({ ...good, secondary_language: 999_999 }), ['secondary_language does_not_exist']);
  });

  test(name('categories are seen by who sees their project, and written by who may edit it'), async (t) => {
    const { db, admin, url } = server();
    const [open, hidden] = [
      await addProject(db, 'open'),
      await addProject(db, 'closed', { access_control: 100 }),
    ];
    const visible = await addCategory(db, open, 'visible');
    const secret = await addCategory(db, hidden, 'secret');
    const token = await server().createUser('sorter');
    const listed = async (options: object) => {
      const { json } = await server().get('/api/categories/?page_size=1000', options);
      return json.results.map(({ id }: { id: number }) => id);
    };

    const [seen, all] = [await listed({ token }), await listed({ token: admin })];
    t.true(seen.includes(visible.id) && all.includes(visible.id));
    t.true(!seen.includes(secret.id) && all.includes(secret.id));
    for (const path of ['', 'statistics/']) {
      t.is((await server().get(`/api/categories/${visible.id}/${path}`)).status, 200);
      t.is((await server().get(`/api/categories/${secret.id}/${path}`, { token })).status, 404);
    }
    t.is((await server().get('/api/projects/closed/categories/')).status, 404);
    t.is((await server().get('/api/categories/x/')).status, 404);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const request = (id: number, options: object) =>
        server().request(method, `/api/categories/${id}/`, {
          json: { name: 'X', slug: 'x', project: `${url}/api/projects/open/` },
          ...options,
        });
      t.is((await request(visible.id, {})).status, 401, method);
      t.is((await request(secret.id, { token })).status, 404, method);
      t.is((await request(visible.id, { token })).status, 403, method);
    }
    // What is written comes before the right to write it.
    const wrong = { token, json: { slug: 'a b' } };
    t.is((await server().request('PATCH', `/api/categories/${visible.id}/`, wrong)).status, 400);
    const add = { name: 'X', slug: 'x', project: `${url}/api/projects/open/` };
    t.is((await server().post('/api/categories/', { json: add })).status, 401);
    t.deepEqual(problems(await server().post('/api/categories/', { token, json: add })), [
      'project does_not_exist',
    ]);
  });

  test(
    name('a component in categories is reached in every spelling, and every link of it works'),
    async (t) => {
      const { admin, url } = server();
      await nested(server(), 'deep');

      const { json } = await server().get('/api/components/deep/a%252Fb%252Fapp/', { token: admin });
      const translation = await server().get('/api/translations/deep/a%2Fb%252Fapp/cs/', { token: admin });

      t.is(json.url, `${url}/api/components/deep/a%252Fb%252Fapp/`);
      t.is((await server().get('/api/components/deep/a%2Fb%2Fapp/')).status, 200);
      t.is((await server().get('/api/components/deep/app/')).status, 404);
      t.is((await server().get('/api/components/deep/b%252Fapp/')).status, 404);
      const links = [
        ...Object.entries<string | null>(json),
        ...Object.entries<string | null>(translation.json),
      ]
        .filter(([key, link]) => /^(?:url|category|.*_url)$/.test(key) && link?.startsWith(`${url}/api/`))
        .filter(([key]) => key !== 'file_url');
      t.true(links.length >= 12);
      for (const [key, link] of links) {
        t.is((await server().get(link!, { token: admin })).status, 200, key);
        t.true(key === 'category' || link!.includes('deep/a%252Fb%252Fapp/'), key);
      }
      const page = await server().get(`${json.translations_url}?page_size=1`);
      t.true(page.json.next.startsWith(json.translations_url));
      t.is((await server().get(page.json.next)).status, 200);
    },
  );

  test(name('a renamed category takes its components along, and the history says so'), async (t) => {
    const { db } = server();
    const { project, a, b, component } = await nested(server(), 'renaming');
    const guest = await addComponent(db, project, 'guest', {
      linked_component_id: component.id,
      repo: `dragoman://${component.path}`,
    });

    const nothing = await change(server(), a, { name: 'a' });
    const { status, json } = await change(server(), a, { slug: 'tools', name: 'Tools' });

    t.is(nothing.status, 200);
    t.is(status, 200);
    t.like(json, { slug: 'tools', name: 'Tools' });
    t.is((await server().get('/api/components/renaming/tools%252Fb%252Fapp/')).status, 200);
    t.is((await server().get('/api/components/renaming/a%252Fb%252Fapp/')).status, 404);
    t.is((await Category.query(db.reader).findById(b.id))?.path, 'renaming/tools/b');
    t.is((await Component.query(db.reader).findById(guest.id))?.repo, 'dragoman://renaming/tools/b/app');
    const changes = await Change.query(db.reader).where('project_id', project.id).orderBy('id');
    t.deepEqual(
      changes.map((row) => [row.action, row.old, row.target]),
      [
        [action.RENAME_CATEGORY, 'a', 'Tools'],
        [action.RENAME_CATEGORY, 'a', 'tools'],
      ],
    );
  });

  test(name('a moved category keeps what is in it, and counts where it is'), async (t) => {
    const { db, url } = server();
    const { project, a, b } = await nested(server(), 'moving');
    const other = await addCategory(db, project, 'other');
    const total = async ({ id }: Category) =>
      (await server().get(`/api/categories/${id}/statistics/`)).json.total;
    t.deepEqual([await total(a), await total(b), await total(other)], [2, 2, 0]);

    const moved = await change(server(), b, { category: `${url}/api/categories/${other.id}/` });

    t.is(moved.json.category, `${url}/api/categories/${other.id}/`);
    t.is((await server().get('/api/components/moving/other%252Fb%252Fapp/')).status, 200);
    t.deepEqual([await total(a), await total(b), await total(other)], [0, 2, 2]);
    const root = await change(server(), b, { category: null });
    t.is(root.json.category, null);
    t.is((await server().get('/api/components/moving/b%252Fapp/')).status, 200);
    t.is(await total(other), 0);
    t.deepEqual(await findDrift(db), []);
    const changes = await Change.query(db.reader).where({ project_id: project.id }).orderBy('id');
    t.deepEqual(
      changes.map((row) => [row.action, row.old, row.target]),
      [
        [action.MOVE_CATEGORY, 'moving/a', 'moving/other'],
        [action.MOVE_CATEGORY, 'moving/other', 'moving'],
      ],
    );
  });

  test(name('a category is not moved into itself, too deep, or to where its name is taken'), async (t) => {
    const { db } = server();
    const { project, a, b, component } = await nested(server(), 'places');
    const side = await addCategory(db, project, 'side');
    const below = await addCategory(db, project, 'below', side);
    await addComponent(db, project, 'b', { path: 'places/b' });
    const foreign = await addCategory(db, await addProject(db, 'elsewhere'), 'x');
    const refused = async (category: Category, json: object, method?: string) => {
      const response = await change(server(), category, json, method);
      t.is(response.status, 400, JSON.stringify(json));
      return problems(response);
    };
    const into = ({ id }: Category) => ({ category: `/api/categories/${id}/` });

    t.deepEqual(await refused(a, into(a)), ['category invalid']);
    t.deepEqual(await refused(a, into(b)), ['category invalid']);
    t.deepEqual(await refused(a, into(below)), ['category invalid']);
    t.deepEqual(await refused(a, into(foreign)), ['category does_not_exist']);
    t.deepEqual(await refused(b, { category: null }), ['name unique', 'slug unique']);
    t.deepEqual(await refused(a, { slug: 'side' }), ['slug unique']);
    t.deepEqual(await refused(a, {}, 'PUT'), ['name required', 'slug required', 'project required']);
    t.deepEqual(await refused(a, { project: '/api/projects/elsewhere/' }), ['project invalid']);
    t.is((await Component.query(db.reader).findById(component.id))?.path, 'places/a/b/app');
    const deep = await change(server(), below, into(a));
    t.is(deep.status, 200);
  });

  test(name('settings of a category count for the components in it'), async (t) => {
    const { a } = await nested(server(), 'settings');
    const component = async () =>
      (await server().get('/api/components/settings/a%252Fb%252Fapp/', { token: server().admin })).json;

    await change(server(), a, { license: 'ISC', configuration: { x: 1 } });
    const { json } = await change(server(), a, { check_flags: 'ignore-same' });

    t.like(json, { license: 'ISC', configuration: { x: 1 }, check_flags: 'ignore-same' });
    t.is((await component()).license, 'ISC');
  });

  test(name('statistics of a category are those of all in it'), async (t) => {
    const { a } = await nested(server(), 'numbers');

    const { json } = await server().get(`/api/categories/${a.id}/statistics/`);
    const flat = await server().get(`/api/categories/${a.id}/statistics/?format=json-flat`);

    t.like(json, {
      total: 2,
      translated: 2,
      translated_percent: 100,
      name: 'a',
      url: `${server().url}/projects/numbers/a/`,
    });
    t.deepEqual(flat.json, json);
  });

  test(name('a removed category goes with its components'), async (t) => {
    const { db, admin } = server();
    const { project, a, b, component } = await nested(server(), 'removing');
    await addComponent(db, project, 'second', { category_id: a.id, path: 'removing/a/second' });
    const kept = await addComponent(db, project, 'kept');
    const empty = await addCategory(db, project, 'empty');
    const remove = ({ id }: Category) =>
      server().request('DELETE', `/api/categories/${id}/`, { token: admin });

    t.is((await remove(empty)).status, 204);
    t.is((await remove(empty)).status, 404);
    t.is((await remove(a)).status, 204);
    await until(async () => (await server().get(`/api/categories/${a.id}/`)).status === 404);

    t.is((await server().get(`/api/categories/${b.id}/`)).status, 404);
    t.deepEqual(
      (await Component.query(db.reader).where('project_id', project.id)).map(({ id }) => id),
      [kept.id],
    );
    t.is((await server().get(`/api/components/removing/a%252Fb%252F${component.slug}/`)).status, 404);
    t.is((await server().get('/api/projects/removing/statistics/')).json.total, 0);
    t.deepEqual(await findDrift(db), []);
    const changes = await Change.query(db.reader).where('project_id', project.id).orderBy('id');
    t.deepEqual(
      changes.map((row) => [row.action, row.target]).sort(),
      [
        [action.REMOVE_COMPONENT, 'app'],
        [action.REMOVE_COMPONENT, 'second'],
        [action.REMOVE_CATEGORY, 'a'],
        [action.REMOVE_CATEGORY, 'empty'],
      ].sort(),
    );
  });
});
