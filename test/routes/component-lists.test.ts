import test from 'ava';
import { ComponentListRule } from '../../models/component-list-rule.ts';
import { findDrift } from '../../models/drift.ts';
import { addCategory, addComponent, addComponentList, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

/** A project with a component of two Czech strings, one of them translated. */
async function counted(server: TestServer, slug: string, fields: object = {}) {
  const project = await addProject(server.db, slug);
  const component = await addComponent(server.db, project, 'web', fields);
  await addTranslation(server.db, component, 'cs', [
    { source: ['Hi'], target: ['Ahoj'] },
    { source: ['Bye'], target: [''] },
  ]);
  return component;
}

forEachServer(test, (name, server) => {
  const admin = (method: string, path: string, json?: object) =>
    server().request(method, path, { token: server().admin, ...(json ? { json } : {}) });

  test(name('a list is made, read, changed and removed'), async (t) => {
    const { url } = server();

    const made = await admin('POST', '/api/component-lists/', { name: 'Apps', slug: 'apps' });

    t.is(made.status, 201, made.text);
    t.is(made.headers.get('location'), `${url}/api/component-lists/apps/`);
    const { id, ...shown } = made.json;
    t.deepEqual(shown, {
      name: 'Apps',
      slug: 'apps',
      show_dashboard: true,
      components: [],
      auto_assign: [],
      url: `${url}/api/component-lists/apps/`,
    });
    const changed = await admin('PATCH', '/api/component-lists/apps/', { slug: 'tools' });
    t.deepEqual(changed.json, { ...made.json, slug: 'tools', url: `${url}/api/component-lists/tools/` });
    t.is((await admin('GET', '/api/component-lists/apps/')).status, 404);
    const anew = { name: 'Tools', slug: 'tools', show_dashboard: false };
    t.like((await admin('PUT', '/api/component-lists/tools/', anew)).json, { id, ...anew });
    t.is((await admin('PATCH', '/api/component-lists/tools/', {})).status, 200);
    t.true(
      (await admin('GET', '/api/component-lists/')).json.results.some((row: { id: number }) => row.id === id),
    );
    t.is((await admin('DELETE', '/api/component-lists/tools/')).status, 204);
    t.is((await admin('DELETE', '/api/component-lists/tools/')).status, 404);
  });

  test(name('names and slugs of lists are unique; components and rules are not set with them'), async (t) => {
    const component = await counted(server(), 'one-of-a-kind');
    await addComponentList(server().db, 'taken');
    const post = (json: object) => admin('POST', '/api/component-lists/', json);

    t.deepEqual(problems(await post({ name: 'taken', slug: 'taken' })), ['name unique', 'slug unique']);
    t.deepEqual(problems(await post({})), ['name required', 'slug required']);
    t.deepEqual(problems(await post({ name: 'x'.repeat(101), slug: 'a b' })), [
      'name max_length',
      'slug invalid',
    ]);
    const made = await post({
      name: 'free',
      slug: 'free',
      components: [component.id],
      auto_assign: [{ project_match: '.*', component_match: '.*' }],
    });
    t.like(made.json, { components: [], auto_assign: [] });
    const rename = await admin('PATCH', '/api/component-lists/free/', { slug: 'taken' });
    t.deepEqual(problems(rename), ['slug unique']);
    t.deepEqual(problems(await admin('PUT', '/api/component-lists/free/', { name: 'only' })), [
      'slug required',
    ]);
  });

  test(name('components join and leave a list, and it counts what they count'), async (t) => {
    const { db, url } = server();
    const [one, two] = [await counted(server(), 'count-one'), await counted(server(), 'count-two')];
    await addComponentList(db, 'counting');
    const base = '/api/component-lists/counting';
    const join = (component_id: number) => admin('POST', `${base}/components/`, { component_id });
    const numbers = async () => {
      const { json } = await admin('GET', `${base}/statistics/`);
      return [json.name, json.total, json.translated, json.translated_percent];
    };

    t.deepEqual(await numbers(), ['counting', 0, 0, 100]);
    const joined = await join(one.id);

    t.is(joined.status, 200, joined.text);
    t.deepEqual(joined.json.components, [`${url}/api/components/count-one/web/`]);
    t.deepEqual((await join(one.id)).json, joined.json);
    t.deepEqual(await numbers(), ['counting', 2, 1, 50]);
    await join(two.id);
    t.deepEqual(await numbers(), ['counting', 4, 2, 50]);
    t.deepEqual(
      (await admin('GET', `${base}/components/`)).json.results.map(({ id }: { id: number }) => id),
      [one.id, two.id],
    );
    t.deepEqual(await findDrift(db), []);
    t.is((await admin('DELETE', `${base}/components/count-one%252Fweb/`)).status, 204);
    t.is((await admin('DELETE', `${base}/components/count-one%252Fweb/`)).status, 404);
    t.deepEqual(await numbers(), ['counting', 2, 1, 50]);
    const three = await addProject(db, 'count-three');
    const category = await addCategory(db, three, 'tools');
    const deep = await addComponent(db, three, 'web', {
      category_id: category.id,
      path: 'count-three/tools/web',
    });
    await join(deep.id);
    t.is((await admin('DELETE', `${base}/components/count-three%252Fweb/`)).status, 404);
    t.is((await admin('DELETE', `${base}/components/count-three%252Ftools%252Fweb/`)).status, 204);
    await join(one.id);
    t.is((await admin('DELETE', `${base}/components/web`)).status, 204);
    t.deepEqual(await numbers(), ['counting', 0, 0, 100]);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('a save counts in every list of its component, at once'), async (t) => {
    const { db } = server();
    const component = await counted(server(), 'saved');
    for (const slug of ['saved-a', 'saved-b']) {
      await addComponentList(db, slug, [component]);
    }
    const units = await admin('GET', '/api/translations/saved/web/cs/units/');
    const open = units.json.results.find(({ translated }: { translated: boolean }) => !translated);

    const saved = await admin('PATCH', `/api/units/${open.id}/`, { target: ['Sbohem'], state: 20 });

    t.is(saved.status, 200, saved.text);
    for (const slug of ['saved-a', 'saved-b']) {
      const { json } = await admin('GET', `/api/component-lists/${slug}/statistics/`);
      t.like(json, { total: 2, translated: 2, recent_changes: 1 });
      t.truthy(json.last_change);
    }
    t.deepEqual(await findDrift(db), []);
  });

  test(name('a list outlives its components, and they outlive it'), async (t) => {
    const { db } = server();
    const [going, staying] = [await counted(server(), 'going'), await counted(server(), 'staying')];
    await addComponentList(db, 'outliving', [going, staying]);

    await admin('DELETE', '/api/projects/going/');

    const { json } = await admin('GET', '/api/component-lists/outliving/statistics/');
    t.is(json.total, 2);
    t.deepEqual(await findDrift(db), []);
    t.is((await admin('DELETE', '/api/component-lists/outliving/')).status, 204);
    t.is((await admin('GET', '/api/components/staying/web/')).status, 200);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('what is no component for the caller cannot be put into a list'), async (t) => {
    await addComponentList(server().db, 'picky');
    const join = (json: object) => admin('POST', '/api/component-lists/picky/components/', json);

    t.deepEqual(problems(await join({})), ['component_id required']);
    for (const component_id of ['', 'abc', [], {}, 1.5, -1, 999_999_999, 2 ** 52]) {
      t.deepEqual(problems(await join({ component_id })), ['component_id invalid'], String(component_id));
    }
    t.deepEqual(problems(await join({ component_id: 1e300 })), ['component_id max_value']);
    t.deepEqual(problems(await join({ component_id: null })), ['component_id null']);
  });

  test(name('people see the components they see anyway, and lists with one of those'), async (t) => {
    const { db } = server();
    const open = await counted(server(), 'open');
    const closed = await addComponent(db, await addProject(db, 'closed', { access_control: 100 }), 'web');
    const hidden = await counted(server(), 'hidden', { restricted: true });
    await addComponentList(db, 'mixed', [open, closed, hidden]);
    await addComponentList(db, 'secret', [closed, hidden]);
    const token = await server().createUser('list-reader');
    const own = { name: 'own', slug: 'own' };
    const slugs = async (options: object) =>
      (await server().get('/api/component-lists/?page_size=200', options)).json.results
        .map(({ slug }: { slug: string }) => slug)
        .filter((slug: string) => ['mixed', 'secret'].includes(slug));

    for (const options of [{}, { token }]) {
      t.deepEqual(await slugs(options), ['mixed']);
      const { json } = await server().get('/api/component-lists/mixed/', options);
      t.deepEqual(json.components, [`${server().url}/api/components/open/web/`]);
      t.is((await server().get('/api/component-lists/mixed/components/', options)).json.count, 1);
      t.is((await server().get('/api/component-lists/secret/', options)).status, 404);
    }
    t.deepEqual(await slugs({ token: server().admin }), ['mixed', 'secret']);
    t.is(
      (await server().get('/api/component-lists/mixed/components/', { token: server().admin })).json.count,
      3,
    );
    t.is((await server().post('/api/component-lists/', { json: own })).status, 401);
    t.is((await server().post('/api/component-lists/', { token, json: own })).status, 403);
    t.is((await server().post('/api/component-lists/', { token, json: {} })).status, 403);
    const join = { token, json: { component_id: open.id } };
    t.is((await server().post('/api/component-lists/mixed/components/', join)).status, 403);
  });

  test(name('rules take components in when they are made or renamed, and let none go'), async (t) => {
    const { db } = server();
    await addProject(db, 'ruled');
    const old = await counted(server(), 'unruled');
    const list = await addComponentList(db, 'ruling');
    for (const [project_match, component_match] of [
      ['ruled$', 'app-'],
      ['(', '.*'],
    ] as const) {
      await ComponentListRule.query(db.writer).insert({
        component_list_id: list.id,
        project_match,
        component_match,
      });
    }
    const members = async () =>
      (await admin('GET', '/api/component-lists/ruling/components/')).json.results.map(
        ({ url }: { url: string }) => url.slice(`${server().url}/api/components/`.length),
      );
    const make = (slug: string) =>
      admin('POST', '/api/projects/ruled/components/', {
        name: slug,
        slug,
        repo: 'local:',
        vcs: 'local',
        filemask: '*.json',
        file_format: 'json',
        template: 'en.json',
      });

    t.is((await make('app-one')).status, 201);
    t.is((await make('my-app-two')).status, 201);

    t.deepEqual(await members(), ['ruled/app-one/']);
    await admin('PATCH', '/api/components/ruled/my-app-two/', { slug: 'app-two' });
    await admin('PATCH', '/api/components/ruled/app-one/', { slug: 'one' });
    await admin('PATCH', '/api/components/unruled/web/', { slug: 'app-old' });
    t.deepEqual(await members(), ['ruled/one/', 'ruled/app-two/']);
    await admin('PATCH', '/api/projects/ruled/', { slug: 'former' });
    await admin('PATCH', '/api/projects/unruled/', { slug: 'ruled' });
    t.deepEqual((await members()).sort(), ['former/app-two/', 'former/one/', 'ruled/app-old/']);
    t.like((await admin('GET', '/api/component-lists/ruling/')).json, {
      auto_assign: [
        { project_match: 'ruled$', component_match: 'app-' },
        { project_match: '(', component_match: '.*' },
      ],
    });
    t.is((await admin('GET', '/api/components/ruled/app-old/')).json.id, old.id);
    t.deepEqual(await findDrift(db), []);
  });
});
