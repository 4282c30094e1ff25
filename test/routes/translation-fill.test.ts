import test, { type ExecutionContext } from 'ava';
import { Component } from '../../models/component.ts';
import { findDrift } from '../../models/drift.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { addComponent, addLanguage, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const files = { 'po/hello.pot': poFile({ Hello: '', Bye: '' }), 'po/cs.po': poFile({ Hello: '', Bye: '' }) };
const english = ['Hello', 'Other'].map((text) => ({ source: [text], target: [text] }));

/** The imported component `web` without German, and `app` in the same project with some. */
async function scene(t: ExecutionContext, server: TestServer, slug: string) {
  const { db } = server;
  const { path, repository } = await importComponent(t, server, slug, files);
  await addLanguage(db, 'de', { name: 'German' });
  const project = await Project.query(db.reader).findOne({ slug }).throwIfNotFound();
  const app = await addComponent(db, project, 'app');
  await addTranslation(db, app, 'en', english, { is_source: true });
  await addTranslation(db, app, 'de', [{ source: ['Hello'], target: ['Hallo'] }]);
  const add = (from_component: unknown, token = server.admin) =>
    server.post(`${path}translations/`, { token, json: { language_code: 'de', from_component } });
  const languages = async () => {
    const { json } = await server.get(`${path}translations/`);
    return json.results.map((translation: { language_code: string }) => translation.language_code).sort();
  };
  return { app, path, repository, add, languages };
}

forEachServer(test, (name, server) => {
  test(name('a language is added with the texts of other components'), async (t) => {
    const { db } = server();
    const place = await scene(t, server(), 'fill');

    const { status, json } = await place.add(['fill/app']);

    t.is(status, 201, JSON.stringify(json));
    t.like(json, { language_code: 'de', total: 2, translated: 1 });
    t.is(json.data.translated, 1);
    const units = (await server().get('/api/translations/fill/web/de/units/')).json.results;
    t.deepEqual(
      units.map(({ target, state, pending }: Record<string, unknown>) => [target, state, pending]),
      [
        [['Hallo'], 20, true],
        [[''], 0, false],
      ],
    );
    const changes = await server().get('/api/translations/fill/web/de/changes/?action=6');
    t.like(changes.json.results[0], { target: 'Hallo', user: `${server().url}/api/users/admin/` });
    t.deepEqual(await findDrift(db), []);
  });

  test(name('one component by its id is as good as a list'), async (t) => {
    const place = await scene(t, server(), 'fill-id');

    const { status, json } = await place.add(place.app.id);

    t.is(status, 201, JSON.stringify(json));
    t.is(json.translated, 1);
  });

  test(name('components that cannot give texts are refused on their key'), async (t) => {
    const { db } = server();
    const place = await scene(t, server(), 'fill-no');
    const project = await Project.query(db.reader).findOne({ slug: 'fill-no' }).throwIfNotFound();
    const language = await addLanguage(db, 'cs');
    await addComponent(db, project, 'czech', { source_language_id: language.id });
    await addComponent(db, project, 'empty');

    const wrong = [['fill-no/nothing'], [999_999], ['fill-no/czech'], ['fill-no/empty'], [{ id: 1 }], 'x/y'];
    const answers = [];
    for (const names of wrong) {
      answers.push(await place.add(names));
    }

    t.deepEqual(
      answers.map(({ status, json }) => [status, json.errors[0].attr]),
      wrong.map(() => [400, 'from_component']),
    );
    t.deepEqual(await place.languages(), ['cs', 'en']);
  });

  test(name('who may add languages but not translate automatically adds empty ones'), async (t) => {
    const place = await scene(t, server(), 'fill-right');
    const user = await server().createUser('fill-right');

    const refused = await place.add(['fill-right/app'], user);
    const empty = await place.add([], user);

    t.is(refused.status, 403);
    t.is(empty.status, 201);
    t.is(empty.json.translated, 0);
  });

  test(name('a language that cannot be filled is removed again'), async (t) => {
    const { db } = server();
    const place = await scene(t, server(), 'fill-fail');
    const { id } = await Component.query(db.reader).findOne({ path: 'fill-fail/web' }).throwIfNotFound();
    const body =
      db.engine === 'sqlite'
        ? `WHEN NEW.component_id = ${id} BEGIN SELECT RAISE(ABORT, 'full'); END`
        : `FOR EACH ROW BEGIN IF NEW.component_id = ${id} THEN SIGNAL SQLSTATE '45000'; END IF; END`;
    await db.writer.raw(`CREATE TRIGGER fill_fail BEFORE INSERT ON pending_changes ${body}`);

    const { status, json } = await place.add(['fill-fail/app']);

    t.is(status, 400);
    t.like(json.errors[0], { attr: 'from_component', code: 'invalid' });
    t.deepEqual(await place.languages(), ['cs', 'en']);
    t.is(await place.repository.show('po/de.po'), null);
    t.deepEqual(await findDrift(db), []);
  });
});
