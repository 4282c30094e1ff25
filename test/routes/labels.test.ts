import test from 'ava';
import { adoptLabels, Label, takeLabels } from '../../models/label.ts';
import { Unit } from '../../models/unit.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A project with the strings `Hello` and `Bye` in English and Czech. */
async function scene(server: TestServer, slug: string, fields = {}) {
  const { db } = server;
  const project = await addProject(db, slug, fields);
  const component = await addComponent(db, project, 'web');
  const strings = ['Hello', 'Bye'].map((text) => ({ source: [text], target: [text], state: 100 }));
  const english = await addTranslation(db, component, 'en', strings, { is_source: true, filename: '' });
  const czech = await addTranslation(
    db,
    component,
    'cs',
    strings.map(({ source }) => ({ source, target: [''] })),
  );
  const [hello, bye] = await unitsOf(db, english);
  const [ahoj] = await unitsOf(db, czech);
  return { project, path: `/api/projects/${slug}/labels/`, hello: hello!, bye: bye!, ahoj: ahoj! };
}

async function addLabel(server: TestServer, path: string, name: string, color = 'green') {
  const { status, json } = await server.post(path, { token: server.admin, json: { name, color } });
  if (status !== 201) {
    throw new Error(`no label: ${status}`);
  }
  return json as { id: number };
}

function mark({ id }: Unit, labels: unknown, server: TestServer, token = server.admin) {
  return server.request('PATCH', `/api/units/${id}/`, { token, json: { labels } });
}

forEachServer(test, (name, server) => {
  test(name('labels of a project are added and listed by id'), async (t) => {
    const { path } = await scene(server(), 'lab-list');

    const first = await server().post(path, {
      token: server().admin,
      json: { name: ' ui ', color: 'green', description: 'Buttons' },
    });
    const second = await server().post(path, {
      token: server().admin,
      form: { name: 'docs', color: 'navy' },
    });
    const { json } = await server().get(path);

    t.is(first.status, 201);
    const { id } = first.json;
    t.deepEqual(first.json, { id, name: 'ui', description: 'Buttons', color: 'green' });
    t.true(first.headers.get('location')?.endsWith(`${path}${id}/`));
    t.deepEqual(json.results, [first.json, second.json]);
    t.like(second.json, { name: 'docs', description: '', color: 'navy' });
  });

  const refusals: [string, object, string, string][] = [
    ['without a name', { color: 'green' }, 'name', 'required'],
    ['with a blank name', { name: ' ', color: 'green' }, 'name', 'blank'],
    ['with a long name', { name: 'x'.repeat(191), color: 'green' }, 'name', 'max_length'],
    ['without a color', { name: 'x' }, 'color', 'required'],
    ['with another color', { name: 'x', color: 'pink' }, 'color', 'invalid_choice'],
    [
      'with a long description',
      { name: 'x', color: 'green', description: 'x'.repeat(251) },
      'description',
      'max_length',
    ],
    ['of a name that is taken', { name: 'taken', color: 'green' }, 'name', 'invalid'],
  ];
  for (const [index, [title, json, attr, code]] of refusals.entries()) {
    test(name(`a label ${title} is refused`), async (t) => {
      const { path } = await scene(server(), `lab-bad-${index}`);
      await addLabel(server(), path, 'taken');

      const response = await server().post(path, { token: server().admin, json });

      t.is(response.status, 400);
      t.like(response.json.errors[0], { attr, code });
    });
  }

  test(name('adding and removing labels is for those who manage the project'), async (t) => {
    const { path } = await scene(server(), 'lab-rights');
    const hidden = await scene(server(), 'lab-hidden', { access_control: 100 });
    const token = await server().createUser(`labeller-${Date.now()}`);
    const { id } = await addLabel(server(), path, 'ui');
    const json = { name: 'x', color: 'red' };

    const statuses = [];
    for (const options of [{ json }, { token, json }]) {
      statuses.push((await server().post(path, options)).status);
      statuses.push((await server().request('DELETE', `${path}${id}/`, options)).status);
      statuses.push((await server().post(hidden.path, options)).status);
    }

    t.deepEqual(statuses, [401, 401, 401, 403, 403, 404]);
    t.is((await server().get(hidden.path)).status, 404);
  });

  test(name('a label that is removed leaves its strings'), async (t) => {
    const { path, hello } = await scene(server(), 'lab-delete');
    const other = await scene(server(), 'lab-delete-other');
    const { id } = await addLabel(server(), path, 'ui');
    const foreign = await addLabel(server(), other.path, 'ui');
    await mark(hello, [id], server());
    const token = server().admin;

    const elsewhere = await server().request('DELETE', `${path}${foreign.id}/`, { token });
    const removed = await server().request('DELETE', `${path}${id}/`, { token });
    const again = await server().request('DELETE', `${path}${id}/`, { token });

    t.deepEqual([elsewhere.status, removed.status, again.status], [404, 204, 404]);
    t.deepEqual((await server().get(`/api/units/${hello.id}/`)).json.labels, []);
    t.is((await server().get(other.path)).json.count, 1);
  });

  test(name('labels of a source string show in all languages, and the history tells of them'), async (t) => {
    const { path, hello, ahoj } = await scene(server(), 'lab-mark');
    const [ui, docs] = [await addLabel(server(), path, 'ui'), await addLabel(server(), path, 'docs')];

    const marked = await mark(hello, [ui.id, docs.id, ui.id], server());
    const shown = (await server().get('/api/translations/lab-mark/web/cs/units/')).json.results;
    await mark(hello, [docs.id], server());
    const same = await mark(hello, [docs.id], server());
    const cleared = await mark(hello, [], server());

    t.is(marked.status, 200);
    const names = ({ labels }: { labels: { name: string }[] }) => labels.map((label) => label.name);
    t.deepEqual(names(marked.json), ['docs', 'ui']);
    t.deepEqual(shown.map(names), [['docs', 'ui'], []]);
    t.deepEqual(shown[0].labels[1], { id: ui.id, name: 'ui', description: '', color: 'green' });
    t.deepEqual(names(same.json), ['docs']);
    t.deepEqual(cleared.json.labels, []);
    const { results } = (await server().get('/api/translations/lab-mark/web/en/changes/')).json;
    t.deepEqual(
      results.map(({ action, target }: { action: number; target: string }) => `${action} ${target}`).sort(),
      ['86 docs', '86 ui', '87 docs', '87 ui'],
    );
    t.deepEqual((await server().get(`/api/units/${ahoj.id}/`)).json.labels, []);
  });

  test(name('only labels of the project are taken'), async (t) => {
    const { hello } = await scene(server(), 'lab-own');
    const other = await scene(server(), 'lab-foreign');
    const foreign = await addLabel(server(), other.path, 'ui');

    for (const labels of [[foreign.id], [999_999], ['x'], [1.5], [null], { a: 1 }]) {
      const { status, json } = await mark(hello, labels, server());

      t.is(status, 400, JSON.stringify(labels));
      t.is(json.errors[0].attr, 'labels');
    }
  });

  test(name('labels are set on source strings by those who may'), async (t) => {
    const { hello, ahoj } = await scene(server(), 'lab-may');
    const token = await server().createUser(`marker-${Date.now()}`);

    const statuses = [
      (await server().request('PATCH', `/api/units/${hello.id}/`, { json: { labels: [] } })).status,
      (await mark(hello, [], server(), token)).status,
      (await mark(ahoj, [], server())).status,
    ];

    t.deepEqual(statuses, [401, 403, 403]);
  });

  test(name('strings are found by their labels'), async (t) => {
    const { path, hello, bye } = await scene(server(), 'lab-search');
    const [ui, docs] = [await addLabel(server(), path, 'User UI'), await addLabel(server(), path, 'docs')];
    await mark(hello, [ui.id, docs.id], server());
    await mark(bye, [docs.id], server());

    const found = async (q: string) => {
      const query = encodeURIComponent(q);
      const { json } = await server().get(`/api/translations/lab-search/web/cs/units/?q=${query}`);
      return json.results.map(({ source }: { source: string[] }) => source[0]).join(' ');
    };

    t.is(await found('label:ui'), 'Hello');
    t.is(await found('label:="user ui"'), 'Hello');
    t.is(await found('label:=ui'), '');
    t.is(await found('label:docs'), 'Hello Bye');
    t.is(await found('has:label AND NOT label:ui'), 'Bye');
    t.is(await found('labels_count:>1'), 'Hello');
    t.is(await found('labels_count:[1 to 2]'), 'Hello Bye');
  });

  test(name('a string that takes the place of another one takes its labels, each once'), async (t) => {
    const { path, hello, bye } = await scene(server(), 'lab-take');
    const [ui, docs] = [await addLabel(server(), path, 'ui'), await addLabel(server(), path, 'docs')];
    await mark(hello, [ui.id, docs.id], server());
    await mark(bye, [docs.id], server());

    await server().db.transaction((trx) => takeLabels(trx, hello.id, bye.id));

    const { labels } = (await server().get(`/api/units/${bye.id}/`)).json;
    t.deepEqual(
      labels.map((label: Label) => label.name),
      ['docs', 'ui'],
    );
  });

  test(name('strings that come to another project get its labels of the same names'), async (t) => {
    const { path, project } = await scene(server(), 'lab-from');
    const { db } = server();
    const target = await addProject(db, 'lab-to');
    const { id: kept } = await Label.query(db.writer).insert({
      project_id: target.id,
      name: 'ui',
      color: 'red',
    });
    const [ui, docs] = [await addLabel(server(), path, 'ui'), await addLabel(server(), path, 'docs')];
    const unit = await Unit.query(db.writer)
      .joinRelated('translation.component')
      .findOne({ 'translation:component.project_id': project.id, 'translation.is_source': 1 })
      .throwIfNotFound();
    await mark(unit, [ui.id, docs.id], server());
    const component = await db.writer('components').where('project_id', project.id).first('id');

    await db.transaction((trx) => adoptLabels(trx, component.id, target.id));

    const { labels } = (await server().get(`/api/units/${unit.id}/`)).json;
    t.deepEqual(
      labels.map(({ name: label, color }: Label) => `${label} ${color}`),
      ['docs green', 'ui red'],
    );
    t.is(labels[1].id, kept);
  });
});
