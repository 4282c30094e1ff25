import test from 'ava';
import { Job } from '../../models/job.ts';
import { copiesAtOnce } from '../../models/propagation.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const hello = { source: ['Hello'], target: [''] };

/** A project with one German string, the same in every component of `components`. */
async function scene(
  server: TestServer,
  slug: string,
  components: Record<string, object>,
  strings: Record<string, object> = {},
) {
  const { db } = server;
  const project = await addProject(db, slug, { translation_review: true });
  const ids: Record<string, number> = {};
  for (const [name, fields] of Object.entries(components)) {
    const component = await addComponent(db, project, name, fields);
    const [unit] = await unitsOf(
      db,
      await addTranslation(db, component, 'de', [{ ...hello, ...strings[name] }]),
    );
    ids[name] = unit!.id;
  }
  const texts = async () => {
    const found: Record<string, string> = {};
    for (const [name, id] of Object.entries(ids)) {
      const { json } = await server.get(`/api/units/${id}/`, { token: server.admin });
      found[name] = `${json.target[0]} ${json.state}`;
    }
    return found;
  };
  return { ids, texts, token: await server.createUser(slug) };
}

forEachServer(test, (name, server) => {
  test(name('an edit reaches the components whose strings the user may edit'), async (t) => {
    const { ids, texts, token } = await scene(server(), 'spread', {
      web: {},
      app: {},
      locked: { locked: true },
      voting: { suggestion_voting: true, suggestion_autoaccept: 2 },
      restricted: { restricted: true },
    });

    const { status } = await server().request('PATCH', `/api/units/${ids.web}/`, {
      token,
      json: { target: ['Hallo'], state: 20 },
    });

    t.is(status, 200);
    t.deepEqual(await texts(), {
      web: 'Hallo 20',
      app: 'Hallo 20',
      locked: ' 0',
      voting: ' 0',
      restricted: ' 0',
    });
    const { results } = (await server().get('/api/translations/spread/app/de/changes/')).json;
    t.is(results.length, 1);
    t.like(results[0], {
      action: 77,
      target: 'Hallo',
      user: `${server().url}/api/users/spread/`,
      author: `${server().url}/api/users/spread/`,
    });
  });

  test(name('an approved string is overwritten only by those who may review'), async (t) => {
    const approved = { app: { target: ['Servus'], state: 30 } };
    const { ids, texts, token } = await scene(server(), 'approved', { web: {}, app: {} }, approved);
    const json = { target: ['Hallo'], state: 20 };

    await server().request('PATCH', `/api/units/${ids.web}/`, { token, json });
    const byUser = await texts();
    await server().request('PATCH', `/api/units/${ids.web}/`, {
      token: server().admin,
      json: { target: ['Hi'], state: 30 },
    });

    t.is(byUser.app, 'Servus 30');
    t.deepEqual(await texts(), { web: 'Hi 30', app: 'Hi 30' });
  });

  test(name('uploaded translations are copied too'), async (t) => {
    const { texts } = await scene(server(), 'uploaded', { web: {}, app: {} });
    const file = new File(['msgid ""\nmsgstr ""\n\nmsgid "Hello"\nmsgstr "Hallo"\n'], 'de.po');

    const { json } = await server().post('/api/translations/uploaded/web/de/file/', {
      token: server().admin,
      multipart: { file },
    });

    t.is(json.accepted, 1);
    t.deepEqual(await texts(), { web: 'Hallo 20', app: 'Hallo 20' });
  });

  test(
    name('more copies than a transaction makes are left to a job, which a crash does not stop'),
    async (t) => {
      const names = Array.from({ length: copiesAtOnce + 2 }, (_, index) => `c${index}`);
      const components = Object.fromEntries(['web', ...names].map((component) => [component, {}]));
      const { ids, texts, token } = await scene(server(), 'many', components);
      const { db } = server();

      const [lost, edited] = [ids[names.at(-1)!]!, ids[names.at(-2)!]!];

      await server().request('PATCH', `/api/units/${ids.web}/`, {
        token,
        json: { target: ['Hallo'], state: 20 },
      });
      const done = () => Job.query(db.reader).findOne({ kind: 'copy-edit', state: 'done' });
      const { id } = await until(done);
      const reached = await texts();
      // As if the process had ended before the last copy, and somebody had edited another string before the next start.
      await db.writer('units').where('id', lost).update({ target: '', state: 0, last_updated: 1 });
      await db.writer('units').where('id', edited).update({ target: 'Moin', last_updated: Date.now() });
      await Job.query(db.writer).findById(id).patch({ state: 'queued', run_after: 0 });
      await until(done);

      t.deepEqual(new Set(Object.values(reached)), new Set(['Hallo 20']));
      t.like(await texts(), { [names.at(-1)!]: 'Hallo 20', [names.at(-2)!]: 'Moin 20', c0: 'Hallo 20' });
      const copies = await db.reader('changes').where('action', 77).whereIn('unit_id', Object.values(ids));
      t.is(copies.length, names.length + 1, 'the lost one is copied once more, the others are not');
    },
  );
});
