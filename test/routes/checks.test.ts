import test from 'ava';
import { Change } from '../../models/change.ts';
import { findDrift } from '../../models/drift.ts';
import type { Unit } from '../../models/unit.ts';
import { addCategory, addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

/** The component `web` of a project, or of a category in it, with one string in Czech. */
async function scene(server: TestServer, slug: string, fields = {}): Promise<{ unit: Unit; source: Unit }> {
  const { db } = server;
  const project = await addProject(db, slug);
  const category = await addCategory(db, project, 'inner');
  const component = await addComponent(db, project, 'web', {
    category_id: category.id,
    path: `${slug}/inner/web`,
    ...fields,
  });
  const string = { source: ['Open it.'], target: [''] };
  const original = { ...string, target: string.source, state: 100 };
  const english = await addTranslation(db, component, 'en', [original], { is_source: true, filename: '' });
  const czech = await addTranslation(db, component, 'cs', [string]);
  const [unit] = await unitsOf(db, czech);
  const [source] = await unitsOf(db, english);
  return { unit: unit!, source: source! };
}

forEachServer(test, (name, server) => {
  const patch = (path: string, json: object) =>
    server().request('PATCH', path, { token: server().admin, json });
  const save = (unit: Unit, text: string) => patch(`/api/units/${unit.id}/`, { target: [text], state: 20 });

  test(
    name('a save answers with the checks that fail, and statistics of all levels count them'),
    async (t) => {
      const { unit } = await scene(server(), 'answers');

      const { json } = await save(unit, 'Otevřít');

      t.true(json.has_failing_check);
      t.deepEqual(json.checks, ['end_stop']);
      t.deepEqual((await server().get(`/api/units/${unit.id}/`)).json.checks, ['end_stop']);
      const paths = [
        'translations/answers/inner%252Fweb/cs',
        'components/answers/inner%252Fweb',
        'projects/answers',
      ];
      for (const path of paths) {
        const statistics = await server().get(`/api/${path}/statistics/`);
        t.is(statistics.status, 200);
        const rows: { failing: number }[] = statistics.json.results ?? [statistics.json];
        t.is(Math.max(...rows.map(({ failing }) => failing)), 1, path);
      }
      const list = await server().get('/api/translations/answers/inner%252Fweb/cs/units/?q=check:end_stop');
      t.is(list.json.count, 1);
      t.false('checks' in list.json.results[0]);
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test(name('an enforced check is answered with the state that needs rewriting'), async (t) => {
    const { unit } = await scene(server(), 'enforced');
    const path = '/api/components/enforced/inner%252Fweb/';

    const unknown = await patch(path, { enforced_checks: ['no_such_check'] });
    const none = await patch(path, { enforced_checks: 5 });
    const known = await patch(path, { enforced_checks: ['end_stop', 'inconsistent'] });
    const saved = await save(unit, 'Otevřít');

    t.is(unknown.status, 400);
    t.is(none.status, 400);
    t.is(known.status, 200);
    t.deepEqual(known.json.enforced_checks, ['end_stop', 'inconsistent']);
    t.is(saved.status, 200);
    t.like(saved.json, { state: 11, fuzzy: true, translated: false });
    const changes = await Change.query(server().db.reader).where('unit_id', unit.id).orderBy('id');
    t.deepEqual(
      changes.map(({ action }) => action),
      [5, 76],
    );
  });

  test(name('a check that becomes enforced holds back what is there'), async (t) => {
    const { unit } = await scene(server(), 'becomes');
    await save(unit, 'Otevřít');

    await patch('/api/components/becomes/inner%252Fweb/', { enforced_checks: ['end_stop'] });

    await until(async () => (await server().get(`/api/units/${unit.id}/`)).json.state === 11);
    t.deepEqual(await findDrift(server().db), []);
  });

  for (const level of ['projects', 'categories', 'components'] as const) {
    test(name(`flags of ${level} are followed in the background`), async (t) => {
      const slug = `flags-${level}`;
      const { unit } = await scene(server(), slug);
      await save(unit, 'Otevřít');
      const category = await server().db.reader('categories').where('path', `${slug}/inner`).first('id');
      const paths = {
        projects: `/api/projects/${slug}/`,
        categories: `/api/categories/${category.id}/`,
        components: `/api/components/${slug}/inner%252Fweb/`,
      };

      const { status, text } = await patch(paths[level], { check_flags: 'ignore-end-stop' });

      t.is(status, 200, text);
      await until(async () => (await server().get(`/api/units/${unit.id}/`)).json.checks.length === 0);
      t.deepEqual(await findDrift(server().db), []);
    });
  }

  test(name('flags of a source string are followed at once'), async (t) => {
    const { unit, source } = await scene(server(), 'at-once');
    await save(unit, 'Otevřít');

    const { status } = await patch(`/api/units/${source.id}/`, { extra_flags: 'ignore-end-stop' });

    t.is(status, 200);
    t.deepEqual((await server().get(`/api/units/${unit.id}/`)).json.checks, []);
    t.deepEqual(await findDrift(server().db), []);
  });
});
