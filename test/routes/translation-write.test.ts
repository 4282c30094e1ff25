import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { addLanguage } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

const files = { 'po/hello.pot': poFile({ Hello: '' }), 'po/cs.po': poFile({ Hello: 'Ahoj' }) };

forEachServer(test, (name, server) => {
  test(name('a language is added as a commit of who asked for it'), async (t) => {
    const { admin: token, db } = server();
    const { path, repository } = await importComponent(t, server(), 'addl', files);
    await addLanguage(db, 'de', { name: 'German' });

    const { status, json, headers } = await server().post(`${path}translations/`, {
      token,
      json: { language_code: 'de' },
    });

    t.is(status, 201);
    t.like(json, { language_code: 'de', filename: 'po/de.po', total: 1, translated: 0 });
    t.is(json.data.id, json.id);
    t.is(headers.get('location'), json.url);
    const [commit] = await repository.log();
    t.deepEqual(Object.keys(commit?.files ?? {}), ['po/de.po']);
    t.is(commit?.author, 'Administrator <admin@example.com>');
    t.deepEqual(await findDrift(db), []);
  });

  test(name('languages that cannot be added are refused on their field'), async (t) => {
    const { admin: token } = server();
    const { path } = await importComponent(t, server(), 'addno', files);

    const codes = [undefined, '', 'xx-nothing', 'en', 'cs'];
    const answers = [];
    for (const language_code of codes) {
      answers.push(await server().post(`${path}translations/`, { token, json: { language_code } }));
    }

    t.deepEqual(
      answers.map(({ status, json }) => [status, json.errors[0].attr]),
      codes.map(() => [400, 'language_code']),
    );
  });

  test(name('adding a language needs sign-in, the right, and an unlocked component'), async (t) => {
    const { admin: token, db } = server();
    const { path } = await importComponent(t, server(), 'addlock', files);
    await addLanguage(db, 'de', { name: 'German' });
    const user = await server().createUser(`adder-${Date.now()}`);
    const json = { language_code: 'de' };

    const anonymous = await server().post(`${path}translations/`, { json });
    await server().post(`${path}lock/`, { token, json: { lock: true } });
    const locked = await server().post(`${path}translations/`, { token, json });
    await Project.query(db.writer).where('slug', 'addlock').patch({ access_control: 1 });
    const noRight = await server().post(`${path}translations/`, { token: user, json });
    const missing = await server().post('/api/components/addlock/nothing/translations/', { token, json });

    t.deepEqual([anonymous.status, locked.status, noRight.status, missing.status], [401, 403, 403, 404]);
    t.regex(locked.json.detail, /locked/);
  });

  test(name('a language is removed with its file, once'), async (t) => {
    const { admin: token, db } = server();
    const { cs, path, repository } = await importComponent(t, server(), 'del', files);

    const removed = await server().request('DELETE', cs, { token });
    const again = await server().request('DELETE', cs, { token });

    t.is(removed.status, 204);
    t.is(again.status, 404);
    t.is(await repository.show('po/cs.po'), null);
    const changes = await server().get(`${path}changes/?action=25`, { token });
    t.is(changes.json.count, 1);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('the source language stays, and removing needs sign-in and the right'), async (t) => {
    const { admin: token } = server();
    const { cs } = await importComponent(t, server(), 'delno', files);
    const user = await server().createUser(`remover-${Date.now()}`);

    const source = await server().request('DELETE', '/api/translations/delno/web/en/', { token });
    const anonymous = await server().request('DELETE', cs);
    const noRight = await server().request('DELETE', cs, { token: user });
    const missing = await server().request('DELETE', '/api/translations/delno/web/xx/', { token });

    t.deepEqual([source.status, anonymous.status, noRight.status, missing.status], [403, 401, 403, 404]);
  });
});
