import test from 'ava';
import { apiEndpoints } from '../../routes/api.ts';
import type { Endpoint } from '../../routes/http/endpoint.ts';
import { addCategory, addComponent, addComponentList, addProject, addTranslation } from '../helpers/rows.ts';
import { addScreenshot } from '../helpers/screenshots.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/*
 * What every endpoint answers those who do not see its object, or may not do this to it: for all endpoints at once, so
 * that a new one cannot forget it.
 */

const ofProjects = apiEndpoints.filter(({ path }) => path.includes('/:project/'));
const ofComponents = ofProjects.filter(({ path }) => path.includes('/:component/'));
const ofCategories = apiEndpoints.filter(({ path }) => path.startsWith('/api/categories/:id/'));
const ofLists = apiEndpoints.filter(({ path }) => path.startsWith('/api/component-lists/:slug/'));
const ofScreenshots = apiEndpoints.filter(({ path }) => path.startsWith('/api/screenshots/:id/'));
const ofLanguages = apiEndpoints.filter(({ path }) => path.startsWith('/api/languages/:language/'));

/** A project with a category, and the component `web` in Czech, with a screenshot, in a list of the project's name. */
async function place(server: TestServer, slug: string, access_control: number, restricted = false) {
  const project = await addProject(server.db, slug, { access_control });
  const component = await addComponent(server.db, project, 'web', { restricted });
  const czech = await addTranslation(server.db, component, 'cs', [{ source: ['Hi'], target: ['Ahoj'] }]);
  const { id } = await addCategory(server.db, project, 'tools');
  await addComponentList(server.db, slug, [component]);
  const screenshot = await addScreenshot(server, czech);
  const names = { project: slug, component: 'web', language: 'cs', slug };
  return { ...names, id: `${id}`, screenshot: `${screenshot.id}` };
}

/** Categories are named by `id`, screenshots by `screenshot`. */
function pathOf({ path }: Endpoint, names: Record<string, string>): string {
  const named = path.replace('/screenshots/:id/', '/screenshots/:screenshot/');
  return named.replace(/:(\w+)/g, (_, name: string) => names[name] ?? '1');
}

/** Statuses of the endpoints that are not the expected one. */
async function surprises(
  server: TestServer,
  endpoints: readonly Endpoint[],
  names: Record<string, string>,
  { token, expected }: { token?: string; expected: (endpoint: Endpoint) => number },
): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of endpoints) {
    const { status } = await server.request(endpoint.method, pathOf(endpoint, names), {
      ...(token ? { token } : {}),
      ...(endpoint.method === 'GET' ? {} : { json: {} }),
    });
    if (status !== expected(endpoint)) {
      found.push(`${endpoint.method} ${endpoint.path}: ${status} instead of ${expected(endpoint)}`);
    }
  }
  return found;
}

const anonymous = (status: number) => (endpoint: Endpoint) =>
  endpoint.method === 'GET' && !endpoint.signedIn ? status : 401;

/** What everybody reads who sees the object; the rest takes rights. */
const guarded =
  /^(?!\/api\/screenshots\/).*\/(?:repository|file|file\.:format|monolingual_base|new_template)\/$/;

forEachServer(test, (name, server) => {
  test(name('what is in a project that somebody does not see is not there for him'), async (t) => {
    const names = await place(server(), 'unseen', 100);
    const token = await server().createUser('outsider');
    const endpoints = [...ofProjects, ...ofCategories, ...ofLists, ...ofScreenshots];

    t.deepEqual(await surprises(server(), endpoints, names, { token, expected: () => 404 }), []);
    t.deepEqual(await surprises(server(), endpoints, names, { expected: anonymous(404) }), []);
  });

  test(name('a restricted component is not there, whatever is asked of it'), async (t) => {
    const names = await place(server(), 'restricting', 0, true);
    const token = await server().createUser('insider');

    const endpoints = [...ofComponents, ...ofLists, ...ofScreenshots];

    t.deepEqual(await surprises(server(), endpoints, names, { token, expected: () => 404 }), []);
    t.deepEqual(await surprises(server(), endpoints, names, { expected: anonymous(404) }), []);
  });

  test(name('who sees a project and has no rights in it reads, and writes nothing'), async (t) => {
    const names = await place(server(), 'readable', 1);
    const token = await server().createUser('reader');
    const all = [...ofProjects, ...ofCategories, ...ofLists, ...ofScreenshots, ...ofLanguages];
    const endpoints = all.filter(
      // Here the input is looked at before the right.
      ({ method, path }) => !(method === 'PUT' && path === '/api/categories/:id/'),
    );
    const expected = ({ method, path }: Endpoint) => (method === 'GET' && !guarded.test(path) ? 200 : 403);

    t.deepEqual(await surprises(server(), endpoints, names, { token, expected }), []);
  });

  test(name('tasks are followed one by one: there is no list'), async (t) => {
    t.is((await server().get('/api/tasks/')).status, 404);
    t.is((await server().get('/api/tasks/1/')).status, 404);
    t.is((await server().post('/api/tasks/')).status, 401);
    t.is((await server().get('/api/tasks/', { token: server().admin })).status, 404);
  });
});
