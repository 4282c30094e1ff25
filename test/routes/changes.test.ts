import test from 'ava';
import { action } from '../../models/actions.ts';
import { insertChanges } from '../../models/change.ts';
import { User } from '../../models/user.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A project with one change of each kind given, one second apart, and its translation. */
async function history(server: TestServer, slug: string, kinds: number[], begin = Date.UTC(2024, 0, 1)) {
  const { db } = server;
  const project = await addProject(db, slug);
  const component = await addComponent(db, project, 'web');
  const translation = await addTranslation(db, component, 'cs', [{ source: ['Hi'], target: ['Ahoj'] }]);
  const [unit] = await unitsOf(db, translation);
  await server.createUser(`author-${slug}`);
  const user = await User.named(db.reader, `author-${slug}`);
  await db.transaction((trx) =>
    insertChanges(
      trx,
      kinds.map((kind, index) => ({
        action: kind as never,
        project_id: project.id,
        component_id: component.id,
        translation_id: translation.id,
        language_id: translation.language_id,
        unit_id: unit!.id,
        user_id: user!.id,
        author_id: user!.id,
        target: `text ${index}`,
        timestamp: begin + index * 1000,
      })),
    ),
  );
  return { project, component, translation, unit: unit! };
}

forEachServer(test, (name, server) => {
  test(name('a change links to all that it is about'), async (t) => {
    const { unit } = await history(server(), 'links', [action.CHANGE]);
    const { url } = server();

    const { json } = await server().get('/api/projects/links/changes/');
    const [change] = json.results;

    t.deepEqual(change, {
      id: change.id,
      unit: `${url}/api/units/${unit.id}/`,
      component: `${url}/api/components/links/web/`,
      translation: `${url}/api/translations/links/web/cs/`,
      user: `${url}/api/users/author-links/`,
      author: `${url}/api/users/author-links/`,
      alert: null,
      timestamp: '2024-01-01T00:00:00.000000Z',
      action: 2,
      target: 'text 0',
      old: '',
      details: {},
      action_name: 'Translation changed',
      url: `${url}/api/changes/${change.id}/`,
    });
    t.deepEqual((await server().get(change.url)).json, change);
  });

  test(name('links to what is deleted since are null'), async (t) => {
    const { unit } = await history(server(), 'gone', [action.CHANGE]);
    await server().db.writer('units').where('id', unit.id).delete();

    const { json } = await server().get('/api/projects/gone/changes/');

    t.is(json.results[0].unit, null);
  });

  test(name('changes come newest first, and the last page is the oldest'), async (t) => {
    await history(server(), 'order', [5, 2, 2]);

    const first = await server().get('/api/projects/order/changes/?page_size=2');
    const last = await server().get('/api/projects/order/changes/?page_size=2&page=last');

    const targets = (page: { results: { target: string }[] }) => page.results.map(({ target }) => target);
    t.deepEqual(targets(first.json), ['text 2', 'text 1']);
    t.deepEqual(targets(last.json), ['text 0']);
  });

  test(name('filters narrow every list of changes'), async (t) => {
    await history(server(), 'filters', [5, 2, 36, 2]);
    const found = async (path: string) => {
      const { json } = await server().get(path);
      return json.results.map(({ target }: { target: string }) => target).toSorted();
    };

    for (const path of [
      '/api/projects/filters/changes/',
      '/api/components/filters/web/changes/',
      '/api/translations/filters/web/cs/changes/',
    ]) {
      t.deepEqual(await found(`${path}?action=2`), ['text 1', 'text 3']);
      t.deepEqual(await found(`${path}?action=2&action=5`), ['text 0', 'text 1', 'text 3']);
      t.deepEqual(await found(`${path}?timestamp_after=2024-01-01T00:00:02Z`), ['text 2', 'text 3']);
      t.deepEqual(await found(`${path}?timestamp_before=2024-01-01T02:00:01%2B02:00`), ['text 0', 'text 1']);
      t.deepEqual(await found(`${path}?user=nobody`), []);
      t.deepEqual(await found(`${path}?user=author-filters&action=36`), ['text 2']);
      t.deepEqual(await found(`${path}?user=&action=36`), ['text 2']);
    }
    t.deepEqual(await found('/api/changes/?user=author-filters&action=36'), ['text 2']);
  });

  for (const [query, attr, code] of [
    ['action=x', 'action', 'invalid_choice'],
    ['action=99999', 'action', 'invalid_choice'],
    ['action=2&action=-1', 'action', 'invalid_choice'],
    ['timestamp_after=yesterday', 'timestamp_after', 'invalid'],
    ['timestamp_before=2024-99-01', 'timestamp_before', 'invalid'],
  ] as const) {
    test(name(`?${query} is refused`), async (t) => {
      const { status, json } = await server().get(`/api/changes/?${query}`);

      t.is(status, 400);
      t.like(json, { type: 'validation_error', errors: [{ code, attr }] });
    });
  }

  test(name('nobody learns of changes to what he does not see'), async (t) => {
    const { db, admin } = server();
    const hidden = await history(server(), 'hidden', [2]);
    await db.writer('projects').where('id', hidden.project.id).update({ access_control: 100 });
    const restricted = await history(server(), 'restricted', [2]);
    await db.writer('components').where('id', restricted.component.id).update({ restricted: 1 });
    const own = await db
      .reader('changes')
      .whereIn('project_id', [hidden.project.id, restricted.project.id])
      .pluck('id');
    const ids = async (path: string, token?: string) => {
      const { json } = await server().get(path, token ? { token } : {});
      return json.results.map(({ id }: { id: number }) => id);
    };

    const anonymous = await ids('/api/changes/?page_size=1000');
    const superuser = await ids('/api/changes/?page_size=1000', admin);

    for (const id of own) {
      t.false(anonymous.includes(id));
      t.true(superuser.includes(id));
      t.is((await server().get(`/api/changes/${id}/`)).status, 404);
      t.is((await server().get(`/api/changes/${id}/`, { token: admin })).status, 200);
    }
    t.deepEqual(await ids('/api/projects/restricted/changes/'), []);
  });

  test(name('changes of no project are for superusers'), async (t) => {
    const { db, admin } = server();
    await db.transaction((trx) => insertChanges(trx, [{ action: action.INVITE_USER }]));
    const row = await db.reader('changes').where('action', action.INVITE_USER).first('id');

    t.is((await server().get(`/api/changes/${row.id}/`)).status, 404);
    t.is((await server().get(`/api/changes/${row.id}/`, { token: admin })).status, 200);
  });

  test(name('the history is read only'), async (t) => {
    t.is((await server().request('DELETE', '/api/changes/1/', { token: server().admin })).status, 405);
  });
});
