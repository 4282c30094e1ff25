import test from 'ava';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

async function scene(server: TestServer, slug: string, fields = {}) {
  const component = await addComponent(server.db, await addProject(server.db, slug), 'web', fields);
  const strings = [{ source: ['Wait…'], target: [''], context: 'wait' }];
  return { component, strings, token: server.admin };
}

forEachServer(test, (name, server) => {
  test(name('a translation is corrected before it is stored'), async (t) => {
    const { component, strings, token } = await scene(server(), 'fix');
    const [unit] = await unitsOf(server().db, await addTranslation(server().db, component, 'de', strings));
    const json = { target: [' War\u200bten...'], state: 20 };

    const first = await server().request('PATCH', `/api/units/${unit!.id}/`, { token, json });
    const again = await server().request('PATCH', `/api/units/${unit!.id}/`, { token, json });

    t.deepEqual(first.json.target, ['Warten…']);
    t.is(again.headers.get('etag'), first.headers.get('etag'));
  });

  test(name('flags of the source string switch corrections off'), async (t) => {
    const { component, strings, token } = await scene(server(), 'fix-flags', {
      check_flags: 'ignore-begin-space',
    });
    const [unit] = await unitsOf(
      server().db,
      await addTranslation(server().db, component, 'de', [{ ...strings[0]!, flags: 'ignore-end-space' }]),
    );

    const { json } = await server().request('PATCH', `/api/units/${unit!.id}/`, {
      token,
      json: { target: [' Warten '], state: 20 },
    });

    t.deepEqual(json.target, [' Warten ']);
  });

  test(name('uploaded translations are corrected too'), async (t) => {
    const { component, strings, token } = await scene(server(), 'fix-upload');
    const [unit] = await unitsOf(server().db, await addTranslation(server().db, component, 'de', strings));
    const file = new File(
      ['msgid ""\nmsgstr ""\n\nmsgctxt "wait"\nmsgid "Wait…"\nmsgstr "Warten..."\n'],
      'de.po',
    );

    const { json } = await server().post('/api/translations/fix-upload/web/de/file/', {
      token,
      multipart: { file },
    });

    t.is(json.accepted, 1);
    t.deepEqual((await server().get(`/api/units/${unit!.id}/`)).json.target, ['Warten…']);
  });

  test(name('texts of the base file are stored as they come'), async (t) => {
    const { db, admin: token } = server();
    const component = await addComponent(db, await addProject(db, 'fix-base'), 'web', {
      template: 'en.json',
      file_format: 'json',
    });
    const [unit] = await unitsOf(
      db,
      await addTranslation(db, component, 'en', [{ source: ['Wait…'], target: ['Wait…'], context: 'wait' }], {
        is_source: true,
        is_template: true,
      }),
    );

    const { json } = await server().request('PATCH', `/api/units/${unit!.id}/`, {
      token,
      json: { target: [' Wait...'], state: 20 },
    });

    t.deepEqual(json.target, [' Wait...']);
  });
});
