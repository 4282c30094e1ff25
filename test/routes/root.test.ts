import test from 'ava';
import { apiEndpoints } from '../../routes/api.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('the root names all lists, and each can be read'), async (t) => {
    const { status, json } = await server().get('/api');

    t.is(status, 200);
    t.is(json.projects, `${server().url}/api/projects/`);
    for (const url of Object.values<string>(json)) {
      t.is((await server().get(url)).status, 200, url);
    }
    t.is((await server().post('/api/', { token: server().admin })).status, 405);
  });

  test(name('metrics are for monitoring: signed in, in three forms'), async (t) => {
    const { db } = server();
    const token = await server().createUser('monitor');
    const component = await addComponent(db, await addProject(db, 'metrics'), 'web');
    await addTranslation(db, component, 'cs', [
      { source: ['Hi'], target: ['Ahoj'] },
      { source: ['Bye'], target: [''] },
    ]);

    const json = await server().get('/api/metrics/', { token });
    const text = await server().get('/api/metrics/?format=openmetrics', { token });
    const csv = await server().get('/api/metrics/?format=csv', { token });

    t.like(json.json, {
      units: 2,
      units_translated: 1,
      projects: 1,
      components: 1,
      translations: 1,
      languages: 2,
      users: 2,
      background_queues: { component: 0 },
      name: 'Test server',
    });
    t.true(text.text.includes('dragoman_units_translated 1\n'));
    t.true(text.text.endsWith('# EOF\n'));
    t.is(text.headers.get('content-type'), 'application/openmetrics-text; charset=utf-8');
    t.is(csv.text.split('\r\n').length, 3);
    t.is((await server().get('/api/metrics/')).status, 401);
  });

  test(name('the schema describes every endpoint'), async (t) => {
    const { json } = await server().get('/api/schema/');

    t.is(json.openapi, '3.1.0');
    for (const { method, path } of apiEndpoints) {
      if (path !== '/api/schema/') {
        t.truthy(json.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], `${method} ${path}`);
      }
    }
  });
});
