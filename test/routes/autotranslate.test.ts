import test from 'ava';
import { Component } from '../../models/component.ts';
import { findDrift } from '../../models/drift.ts';
import { PendingChange } from '../../models/pending-change.ts';
import type { Project } from '../../models/project.ts';
import { Translation } from '../../models/translation.ts';
import { addComponent, addProject, addTranslation, type SampleUnit, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const hello: SampleUnit = { source: ['Hello'], target: [''] };
const translated: SampleUnit = { source: ['Hello'], target: ['Ahoj'], context: 'menu' };
const todo = { mode: 'translate', filter_type: 'todo', auto_source: 'others' };

/** A component with its strings in English and Czech. */
async function addStrings(
  server: TestServer,
  project: Project,
  slug: string,
  strings: readonly SampleUnit[],
  fields: Partial<Component> = {},
) {
  const component = await addComponent(server.db, project, slug, fields);
  const sources = strings.map(({ source, context = '' }) => ({ source, target: source, context }));
  await addTranslation(server.db, component, 'en', sources, { is_source: true });
  return { component, translation: await addTranslation(server.db, component, 'cs', strings) };
}

/** A project whose component `web` asks for what its component `app` has. */
async function scene(
  server: TestServer,
  slug: string,
  { web = [hello], app = [translated] }: Record<string, readonly SampleUnit[]> = {},
  { fields = {}, ofProject = {} }: { fields?: Partial<Component>; ofProject?: Partial<Project> } = {},
) {
  const project = await addProject(server.db, slug, ofProject);
  const { translation, component } = await addStrings(server, project, 'web', web, fields);
  await addStrings(server, project, 'app', app);
  const path = `/api/translations/${slug}/web/cs/`;
  const strings = async () => {
    const units = await unitsOf(server.db, translation);
    return units.map(({ target, state }) => `${target.join('|')} ${state}`.trim());
  };
  const run = (json: object, token: string = server.admin) =>
    server.post(`${path}autotranslate/`, { token, json: { ...todo, ...json } });
  return { project, component, translation, path, strings, run };
}

forEachServer(test, (name, server) => {
  test(name('strings get what strings with the same source say elsewhere in the project'), async (t) => {
    const { db, url } = server();
    const bye = { source: ['Bye'], target: [''] };
    const place = await scene(server(), 'take', { web: [hello, bye] });
    const third = await addStrings(server(), place.project, 'third', [hello]);

    const { status, json } = await place.run({});

    t.is(status, 200, JSON.stringify(json));
    t.deepEqual(json, { details: 'Automatic translation completed, 1 string was updated.' });
    t.deepEqual(await place.strings(), ['Ahoj 20', '0']);
    const { results } = (await server().get(`${place.path}units/?q=is:automatically-translated`)).json;
    t.is(results.length, 1);
    t.like(results[0], { target: ['Ahoj'], state: 20, automatically_translated: true, pending: true });
    const changes = (await server().get(`${place.path}changes/`)).json.results;
    t.is(changes.length, 1);
    const by = `${url}/api/users/admin/`;
    t.like(changes[0], { action: 6, target: 'Ahoj', old: '', user: by, author: by });
    const pending = await PendingChange.query(db.reader).where('component_id', place.component.id);
    t.is(pending.length, 1);
    t.like(pending[0], { target: ['Ahoj'], state: 20, automatic: true, base_state: 0 });
    // It spreads no further.
    t.like((await unitsOf(db, third.translation))[0], { target: [''], state: 0 });
    t.deepEqual(await findDrift(db), []);
  });

  test(name('what was translated is found no more'), async (t) => {
    const place = await scene(server(), 'again');
    await place.run({});

    const { json } = await place.run({});

    t.is(json.details, 'Automatic translation completed, no strings were updated.');
    t.is((await server().get(`${place.path}changes/`)).json.count, 1);
  });

  test(name('texts are corrected on their way in, and checked'), async (t) => {
    const web = [{ source: ['Wait…'], target: [''] }];
    const app = [{ source: ['Wait…'], target: ['  Čekej...!'] }];
    const place = await scene(server(), 'correct', { web, app });

    await place.run({});

    const { results } = (await server().get(`${place.path}units/`)).json;
    t.like(results[0], { target: ['Čekej...!'], has_failing_check: true });
  });

  test(name('the mode says what becomes of the texts'), async (t) => {
    const reviewed = { ofProject: { translation_review: true } };
    const fuzzy = await scene(server(), 'mode-fuzzy');
    const approved = await scene(server(), 'mode-approved', {}, reviewed);

    await fuzzy.run({ mode: 'fuzzy' });
    await approved.run({ mode: 'approved' });

    t.deepEqual(await fuzzy.strings(), ['Ahoj 10']);
    t.deepEqual(await approved.strings(), ['Ahoj 30']);
  });

  test(name('texts become suggestions, of strings that have none'), async (t) => {
    const { db } = server();
    const place = await scene(server(), 'mode-suggest');

    const first = await place.run({ mode: 'suggest' });
    const second = await place.run({ mode: 'suggest' });

    t.is(first.json.details, 'Automatic translation completed, 1 string was updated.');
    t.is(second.json.details, 'Automatic translation completed, no strings were updated.');
    t.deepEqual(await place.strings(), ['0']);
    const { results } = (await server().get(`${place.path}units/?q=has:suggestion`)).json;
    t.is(results.length, 1);
    const changes = (await server().get(`${place.path}changes/`)).json.results;
    t.deepEqual(
      changes.map(({ action, target }: Record<string, unknown>) => [action, target]),
      [[4, 'Ahoj']],
    );
    t.deepEqual(await findDrift(db), []);
  });

  test(name('a text longer than the string may be is suggested'), async (t) => {
    const place = await scene(server(), 'long', { web: [{ ...hello, flags: 'max-length:3' }] });

    const { json } = await place.run({});

    t.is(json.details, 'Automatic translation completed, 1 string was updated.');
    t.deepEqual(await place.strings(), ['0']);
    t.is((await server().get(`${place.path}changes/?action=4`)).json.count, 1);
  });

  test(name('a search or the name of one chooses the strings; the search wins'), async (t) => {
    const web = [hello, { source: ['Bye'], target: ['Čau'] }, { source: ['No'], target: [''] }];
    const app = ['Hello', 'Bye', 'No'].map((text) => ({ source: [text], target: [`${text}!`] }));
    const expected: [object, string[]][] = [
      [{ filter_type: 'todo' }, ['Hello! 20', 'Čau 20', 'No! 20']],
      [{ filter_type: 'translated' }, ['0', 'Bye! 20', '0']],
      [{ filter_type: 'all' }, ['Hello! 20', 'Bye! 20', 'No! 20']],
      [{ q: 'source:Hello', filter_type: 'all' }, ['Hello! 20', 'Čau 20', '0']],
      [{ q: 'state:<translated', filter_type: undefined }, ['Hello! 20', 'Čau 20', 'No! 20']],
      [{ q: '', filter_type: 'nottranslated' }, ['Hello! 20', 'Čau 20', 'No! 20']],
      [{ q: 'has:glossary', filter_type: 'all' }, ['0', 'Čau 20', '0']],
      [{ filter_type: 'check:end_stop' }, ['0', 'Čau 20', '0']],
    ];

    for (const [index, [json, strings]] of expected.entries()) {
      const place = await scene(server(), `search-${index}`, { web, app });

      t.is((await place.run(json)).status, 200);
      t.deepEqual(await place.strings(), strings, JSON.stringify(json));
    }
  });

  test(name('texts come from one component where one is named, of any project'), async (t) => {
    const { db } = server();
    const other = await addProject(db, 'named-other');
    const far = await addStrings(server(), other, 'far', [{ ...hello, target: ['Far'] }]);
    const names = [`${far.component.id}`, far.component.id, 'named-other/far'];
    const taken: string[] = [];

    for (const [index, component] of names.entries()) {
      const place = await scene(server(), `named-${index}`);
      await place.run({ component });
      taken.push(...(await place.strings()));
    }
    const place = await scene(server(), 'named-near');
    await addStrings(server(), place.project, 'near', [{ ...hello, target: ['Near'] }]);
    await place.run({ component: 'near' });

    t.deepEqual([...taken, ...(await place.strings())], ['Far 20', 'Far 20', 'Far 20', 'Near 20']);
  });

  test(
    name('texts of components with another source language, and of other projects, are not taken'),
    async (t) => {
      const { db } = server();
      const place = await scene(server(), 'strange', { app: [] });
      const czech = await Translation.query(db.reader).findById(place.translation.id).throwIfNotFound();
      await addStrings(server(), place.project, 'foreign', [translated]);
      await Component.query(db.writer)
        .where('path', 'strange/foreign')
        .patch({ source_language_id: czech.language_id });
      await addStrings(server(), await addProject(db, 'strange-2'), 'app', [translated]);

      await place.run({});

      t.deepEqual(await place.strings(), ['0']);
      const named = await place.run({ component: 'foreign' });
      t.is(named.status, 400);
      t.is(named.json.errors[0].attr, 'component');
    },
  );

  const mistakes: [string, object, string, string][] = [
    ['no mode', { mode: undefined }, 'mode', 'required'],
    ['an unknown mode', { mode: 'replace' }, 'mode', 'invalid_choice'],
    ['approving without reviews', { mode: 'approved' }, 'mode', 'invalid_choice'],
    ['no source', { auto_source: undefined }, 'auto_source', 'required'],
    ['an unknown source', { auto_source: 'memory' }, 'auto_source', 'invalid_choice'],
    ['neither search nor filter', { filter_type: undefined }, 'q', 'required'],
    ['an empty search alone', { filter_type: undefined, q: ' ' }, 'q', 'required'],
    ['an unknown filter', { filter_type: 'most' }, 'filter_type', 'invalid_choice'],
    ['an unreadable search', { q: 'state:nowhere' }, 'q', 'invalid'],
    ['an unknown component', { component: 'nothing' }, 'component', 'invalid'],
    ['an unknown id', { component: 999_999 }, 'component', 'invalid'],
    ['an unknown service', { engines: ['deepl'] }, 'engines', 'invalid_choice'],
    ['services that are no list', { engines: { a: 1 } }, 'engines', 'not_a_list'],
    ['machine translation by nothing', { auto_source: 'mt', engines: [] }, 'engines', 'required'],
    [
      'machine translation by an unknown service',
      { auto_source: 'mt', engines: ['x'] },
      'engines',
      'invalid_choice',
    ],
    ['a threshold of nothing', { threshold: 0 }, 'threshold', 'min_value'],
    ['a threshold over 100', { threshold: '101' }, 'threshold', 'max_value'],
    ['a threshold in words', { threshold: 'high' }, 'threshold', 'invalid'],
  ];
  test(name('what cannot be meant is refused on its key, and nothing is changed'), async (t) => {
    const place = await scene(server(), 'mistakes');

    for (const [title, change, attr, code] of mistakes) {
      const { status, json } = await place.run(change);

      t.is(status, 400, title);
      t.like(json.errors[0], { attr, code }, title);
    }
    t.deepEqual(await place.strings(), ['0']);
  });

  test(
    name('a threshold as a text, empty engines and an empty component are good, in a form too'),
    async (t) => {
      const place = await scene(server(), 'form');

      const { status, json } = await server().post(`${place.path}autotranslate/`, {
        token: server().admin,
        form: { ...todo, threshold: '80', engines: '', component: '' },
      });

      t.is(status, 200, JSON.stringify(json));
      t.deepEqual(await place.strings(), ['Ahoj 20']);
    },
  );

  test(name('sign-in and the right are needed, and a language that is translated'), async (t) => {
    const { db } = server();
    const place = await scene(server(), 'rights');
    const user = await server().createUser(`auto-${Date.now()}`);
    const locked = await scene(server(), 'rights-locked', {}, { fields: { locked: true } });
    const flagged = await scene(server(), 'rights-flag', {}, { fields: { check_flags: 'read-only' } });
    const source = '/api/translations/rights/web/en/autotranslate/';

    const answers = [
      await server().post(`${place.path}autotranslate/`, { json: todo }),
      await place.run({}, user),
      await server().post(source, { token: server().admin, json: todo }),
      await locked.run({}),
      await flagged.run({}),
    ];

    t.deepEqual(
      answers.map(({ status }) => status),
      [401, 403, 403, 403, 403],
    );
    t.regex(answers[3]!.json.errors[0].detail, /locked/);
    t.deepEqual(await place.strings(), ['0']);
    t.deepEqual(await findDrift(db), []);
  });
});
