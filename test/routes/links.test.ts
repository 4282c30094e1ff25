import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { findSumDrift } from '../../models/sum-drift.ts';
import { addCategory, addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

/** A component of the project `slug` with a string in English and in Czech. */
async function shareable(server: TestServer, slug: string) {
  const project = await addProject(server.db, slug);
  const component = await addComponent(server.db, project, 'web');
  const units = [{ source: ['Hi'], target: ['Hi'] }];
  await addTranslation(server.db, component, 'en', units, { is_source: true });
  await addTranslation(server.db, component, 'cs', units);
  return { project, component, path: `/api/components/${slug}/web/links/` };
}

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

forEachServer(test, (name, server) => {
  test(name('a component is shared with a project, and counts there until that ends'), async (t) => {
    const { db, admin, url } = server();
    const { path } = await shareable(server(), 'sharing');
    const guest = await addProject(db, 'guest');
    const own = await addComponent(db, guest, 'own');
    await addTranslation(db, own, 'de', [{ source: ['Bye'], target: [''] }]);
    const [outer, other] = [await addCategory(db, guest, 'outer'), await addCategory(db, guest, 'other')];
    const inner = await addCategory(db, guest, 'inner', outer);
    const total = async (of: string) => (await server().get(`/api/${of}/statistics/`)).json.total;
    const category = (id: number) => total(`categories/${id}`);

    const shared = await server().post(path, {
      token: admin,
      json: { project_slug: 'guest', category_id: inner.id },
    });

    t.is(shared.status, 201);
    const { data, ...component } = shared.json;
    t.deepEqual(data, component);
    t.is(component.url, `${url}/api/components/sharing/web/`);
    const links = await server().get(component.links_url);
    t.deepEqual(slugs(links.json.results), ['guest']);
    t.deepEqual(links.json.projects, links.json.results);
    t.is(await total('projects/guest'), 3);
    t.is(await total('projects/sharing'), 2);
    t.deepEqual([await category(outer.id), await category(inner.id)], [2, 2]);
    const languages = await server().get('/api/projects/guest/languages/');
    t.deepEqual(languages.json.results.map((row: Record<string, unknown>) => [row.code, row.total]).sort(), [
      ['cs', 1],
      ['de', 1],
      ['en', 1],
    ]);
    t.deepEqual(await findDrift(db), []);
    t.deepEqual(await findSumDrift(db), []);

    const move = { token: admin, json: { category: `/api/categories/${other.id}/` } };
    t.is((await server().request('PATCH', `/api/categories/${inner.id}/`, move)).status, 200);
    t.deepEqual([await category(outer.id), await category(other.id)], [0, 2]);
    t.is((await server().request('DELETE', `/api/categories/${inner.id}/`, { token: admin })).status, 204);
    t.deepEqual([await category(other.id), await total('projects/guest')], [0, 3]);
    t.deepEqual(await findDrift(db), []);

    const end = () => server().request('DELETE', `${path}guest/`, { token: admin });
    t.is((await end()).status, 204);
    t.is((await end()).status, 404);
    t.is(await total('projects/guest'), 1);
    t.is((await server().get(path)).json.count, 0);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('a component that is shared is removed from all the sums it is in'), async (t) => {
    const { db, admin } = server();
    const { project, path } = await shareable(server(), 'going');
    const guest = await addProject(db, 'bereft');
    await server().post(path, { token: admin, form: { project_slug: guest.slug } });

    await server().request('DELETE', `/api/projects/${project.slug}/`, { token: admin });

    t.is((await server().get('/api/projects/bereft/statistics/')).json.total, 0);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('sharing is refused for the own project, unknown ones, and a second time'), async (t) => {
    const { db, admin } = server();
    const { path } = await shareable(server(), 'strict');
    await addProject(db, 'friend');
    const foreign = await addCategory(db, await addProject(db, 'third'), 'x');
    const share = (json: object) => server().post(path, { token: admin, json });
    const refused = async (json: object) => {
      const response = await share(json);
      t.is(response.status, 400, JSON.stringify(json));
      return problems(response);
    };

    t.deepEqual(await refused({}), ['project_slug required']);
    t.deepEqual(await refused({ project_slug: '' }), ['project_slug blank']);
    t.deepEqual(await refused({ project_slug: 'strict' }), ['project_slug invalid']);
    t.deepEqual(await refused({ project_slug: 'nowhere' }), ['project_slug invalid']);
    for (const id of [foreign.id, -1, 999_999]) {
      t.deepEqual(await refused({ project_slug: 'friend', category_id: id }), ['category_id invalid']);
    }
    t.deepEqual(await refused({ project_slug: 'friend', category_id: 'abc' }), ['category_id invalid']);
    t.is((await share({ project_slug: 'friend' })).status, 201);
    t.deepEqual(await refused({ project_slug: 'friend' }), ['project_slug invalid']);
  });

  test(name('sharing is for those who may edit the component; others see what they see'), async (t) => {
    const { db, admin } = server();
    const { project, path } = await shareable(server(), 'ours');
    await addProject(db, 'seen');
    await addProject(db, 'unseen', { access_control: 100 });
    for (const project_slug of ['seen', 'unseen']) {
      await server().post(path, { token: admin, json: { project_slug } });
    }
    const token = await server().createUser('sharer');
    const json = { project_slug: 'seen' };

    t.is((await server().post(path, { json })).status, 401);
    t.is((await server().post(path, { token, json })).status, 403);
    t.is((await server().request('DELETE', `${path}seen/`)).status, 401);
    t.is((await server().request('DELETE', `${path}seen/`, { token })).status, 403);
    t.deepEqual(slugs((await server().get(path, { token })).json.projects), ['seen']);
    t.deepEqual(slugs((await server().get(path, { token: admin })).json.projects), ['seen', 'unseen']);
    await db.writer('projects').where('id', project.id).update({ access_control: 100 });
    t.is((await server().get(path, { token })).status, 404);
    t.is((await server().post(path, { token, json })).status, 404);
  });
});
