import test, { type ExecutionContext } from 'ava';
import { findDrift } from '../../models/drift.ts';
import type { Unit } from '../../models/unit.ts';
import {
  addComponent,
  addLanguage,
  addProject,
  addTranslation,
  type SampleUnit,
  unitsOf,
} from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

interface Scene {
  /** Czech, three plural forms: one empty, one translated, one plural, one approved, one read only. */
  units: Record<'empty' | 'done' | 'plural' | 'approved' | 'readonly', Unit>;
  source: Unit[];
  user: string;
}

const strings: Record<keyof Scene['units'], SampleUnit> = {
  empty: { source: ['Hello'], target: [''] },
  done: { source: ['Bye'], target: ['Sbohem'] },
  plural: { source: ['%d file', '%d files'], target: [''] },
  approved: { source: ['Yes'], target: ['Ano'], state: 30 },
  readonly: { source: ['No'], target: ['Ne'], state: 100 },
};

async function scene(server: TestServer, slug: string, fields = {}, project = {}): Promise<Scene> {
  const { db } = server;
  const owner = await addProject(db, slug, project);
  const component = await addComponent(db, owner, 'web', fields);
  await addLanguage(db, 'cs', { forms: 3, formula: 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2' });
  const sources = Object.values(strings).map(({ source }) => ({ source, target: source, state: 100 }));
  const english = await addTranslation(db, component, 'en', sources, { is_source: true, filename: '' });
  const czech = await addTranslation(db, component, 'cs', Object.values(strings));
  const units = await unitsOf(db, czech);
  return {
    units: Object.fromEntries(
      Object.keys(strings).map((key, index) => [key, units[index]]),
    ) as Scene['units'],
    source: await unitsOf(db, english),
    user: await server.createUser(`user-${slug}`),
  };
}

function patch(server: TestServer, unit: Unit, token: string, json: unknown, headers = {}) {
  return server.request('PATCH', `/api/units/${unit.id}/`, { token, json, headers });
}

async function noDrift(t: ExecutionContext, server: TestServer) {
  t.deepEqual(await findDrift(server.db), []);
}

forEachServer(test, (name, server) => {
  test(name('an edit is stored, queued, counted and recorded'), async (t) => {
    const { units, user } = await scene(server(), 'edit');
    const { url } = server();

    const { status, json } = await patch(server(), units.empty, user, { target: ['Ahoj'], state: 20 });

    t.is(status, 200);
    t.like(json, { id: units.empty.id, state: 20, translated: true, pending: true });
    t.deepEqual(json.target, ['Ahoj']);
    const translation = await server().get('/api/translations/edit/web/cs/');
    t.like(translation.json, { translated: 4, last_author: 'user-edit' });
    const { results } = (await server().get('/api/translations/edit/web/cs/changes/')).json;
    t.like(results[0], {
      action: 5,
      target: 'Ahoj',
      old: '',
      unit: `${url}/api/units/${units.empty.id}/`,
      user: `${url}/api/users/user-edit/`,
      author: `${url}/api/users/user-edit/`,
    });
    const statistics = await server().get('/api/users/user-edit/statistics/', { token: user });
    t.is(statistics.json.translated, 1);
    await noDrift(t, server());
  });

  for (const [title, options] of [
    ['JSON with a list', { json: { target: ['Ahoj'], state: 20 } }],
    ['JSON with texts', { json: { target: 'Ahoj', state: '20' } }],
    ['a form', { form: { target: 'Ahoj', state: '20' } }],
    ['multipart', { multipart: { target: 'Ahoj', state: '20' } }],
  ] as const) {
    test(name(`${title} says the same`), async (t) => {
      const { units, user } = await scene(server(), `same-${title.replace(/\W/g, '-')}`);

      const { status, json } = await server().request('PUT', `/api/units/${units.empty.id}/`, {
        token: user,
        ...options,
      });

      t.is(status, 200);
      t.deepEqual(json.target, ['Ahoj']);
    });
  }

  test(name('plural forms come as a list or as repeated keys'), async (t) => {
    const { units, user } = await scene(server(), 'plurals');
    const target = ['%d soubor', '%d soubory', '%d souborů'];

    const first = await patch(server(), units.plural, user, { target, state: 10 });
    const second = await server().request('PATCH', `/api/units/${units.plural.id}/`, {
      token: user,
      form: { target, state: '20' },
    });

    t.like(first.json, { state: 10, fuzzy: true });
    t.deepEqual(second.json.target, target);
    t.is(second.json.state, 20);
  });

  test(name('the same text and state again are no edit'), async (t) => {
    const { units, user } = await scene(server(), 'again');
    const edit = { target: ['Sbohem'], state: 20 };

    const { status, json } = await patch(server(), units.done, user, edit);

    t.is(status, 200);
    t.false(json.pending);
    t.is((await server().get('/api/translations/again/web/cs/changes/')).json.count, 0);
  });

  test(name('an empty PATCH changes nothing, an empty PUT misses both keys'), async (t) => {
    const { units, user } = await scene(server(), 'nothing');

    const empty = await patch(server(), units.done, user, {});
    const put = await server().request('PUT', `/api/units/${units.done.id}/`, { token: user, json: {} });

    t.is(empty.status, 200);
    t.deepEqual(
      put.json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`),
      ['target required', 'state required'],
    );
  });

  const refusals: [string, keyof Scene['units'], unknown, number, string | null][] = [
    ['only a target', 'done', { target: ['x'] }, 400, 'target state'],
    ['only a state', 'done', { state: 20 }, 400, 'target state'],
    ['too many forms', 'done', { target: ['x', 'y'], state: 20 }, 400, 'target'],
    ['too few forms', 'plural', { target: ['x'], state: 20 }, 400, 'target'],
    ['too many forms of a read-only string', 'readonly', { target: ['x', 'y'], state: 20 }, 400, 'target'],
    ['a read-only string', 'readonly', { target: ['x'], state: 20 }, 403, null],
    ['a read-only string with a wrong state', 'readonly', { target: ['x'], state: 99 }, 403, null],
    ['an unknown state', 'done', { target: ['x'], state: 99 }, 400, 'state'],
    ['a state nobody sets by hand', 'done', { target: ['x'], state: 11 }, 400, 'state'],
    ['read only as state', 'done', { target: ['x'], state: 100 }, 400, 'state'],
    ['a text that is untranslated', 'done', { target: ['x'], state: 0 }, 400, 'state'],
    ['no text that is translated', 'done', { target: [''], state: 20 }, 400, 'state'],
    ['an empty form', 'plural', { target: ['a', '', 'c'], state: 20 }, 400, 'target'],
    ['an approval without reviews', 'done', { target: ['x'], state: 30 }, 400, 'state'],
    ['an explanation of a translation', 'done', { explanation: 'x' }, 403, null],
    ['labels of a translation', 'done', { labels: [] }, 403, null],
    ['a text of the wrong kind', 'done', { target: { a: 1 }, state: 20 }, 400, 'target'],
    ['a state of the wrong kind', 'done', { target: ['x'], state: 'good' }, 400, 'state'],
    ['a list as body', 'done', [], 400, 'non_field_errors'],
  ];
  for (const [index, [title, key, json, status, attrs]] of refusals.entries()) {
    test(name(`${title} is refused`), async (t) => {
      const { units, user } = await scene(server(), `refused-${index}`);

      const response = await patch(server(), units[key], user, json);

      t.is(response.status, status, response.text);
      t.is(
        response.json.errors
          .map(({ attr }: { attr: string | null }) => attr)
          .filter((attr: string | null) => attr !== null)
          .join(' '),
        attrs ?? '',
      );
      const { results } = (await server().get(`/api/translations/refused-${index}/web/cs/changes/`)).json;
      t.deepEqual(results, []);
    });
  }

  test(
    name('anonymous callers, accounts without an address and locked components are refused'),
    async (t) => {
      const { units } = await scene(server(), 'rights');
      const locked = await scene(server(), 'locked', { locked: true });
      const nameless = await server().createUser('nameless', { email: null });
      const edit = { target: ['Ahoj'], state: 20 };

      const anonymous = await server().request('PATCH', `/api/units/${units.done.id}/`, { json: edit });
      const without = await patch(server(), units.done, nameless, edit);
      const shut = await patch(server(), locked.units.done, server().admin, edit);

      t.is(anonymous.status, 401);
      t.is(without.status, 403);
      t.regex(without.json.detail, /e-mail/);
      t.is(shut.status, 403);
      t.regex(shut.json.detail, /locked/);
    },
  );

  test(name('protected projects are translated by their members only'), async (t) => {
    const { units, user } = await scene(server(), 'members', {}, { access_control: 1 });

    const { status } = await patch(server(), units.done, user, { target: ['x'], state: 20 });

    t.is(status, 403);
  });

  test(name('with reviews on, approving and changing what is approved is for reviewers'), async (t) => {
    const { units, user } = await scene(server(), 'reviews', {}, { translation_review: true });
    const edit = { target: ['Ahoj'], state: 30 };

    const byUser = await patch(server(), units.empty, user, edit);
    const ofApproved = await patch(server(), units.approved, user, { target: ['Jo'], state: 20 });
    const byReviewer = await patch(server(), units.empty, server().admin, edit);

    t.is(byUser.status, 400);
    t.is(byUser.json.errors[0].attr, 'state');
    t.is(ofApproved.status, 403);
    t.like(byReviewer.json, { state: 30, approved: true });
    const [change] = (await server().get('/api/translations/reviews/web/cs/changes/')).json.results;
    t.is(change.action, 36);
  });

  test(name('a source string carries explanation and flags, and these count in all languages'), async (t) => {
    const { units, source, user } = await scene(server(), 'source');
    const [hello] = source;

    const denied = await patch(server(), hello!, user, { explanation: 'Greeting' });
    const { json } = await patch(server(), hello!, server().admin, {
      explanation: 'Greeting',
      extra_flags: 'priority:140, read-only',
    });
    const translated = await server().get(`/api/units/${units.empty.id}/`);
    const back = await patch(server(), hello!, server().admin, { extra_flags: '' });
    const after = await server().get(`/api/units/${units.empty.id}/`);

    t.is(denied.status, 403);
    t.like(json, { explanation: 'Greeting', extra_flags: 'priority:140, read-only', priority: 140 });
    t.like(translated.json, { state: 100, priority: 140, flags: 'priority:140, read-only', explanation: '' });
    t.is(back.status, 200);
    t.like(after.json, { state: 0, priority: 100, flags: '' });
    const { results } = (await server().get('/api/translations/source/web/en/changes/')).json;
    t.deepEqual(results, []);
    await noDrift(t, server());
  });

  test(name('flags that cannot be read and labels that are not there are refused'), async (t) => {
    const { source } = await scene(server(), 'flags');
    const [hello] = source;

    const flags = await patch(server(), hello!, server().admin, { extra_flags: 'a b: "' });
    const unknown = await patch(server(), hello!, server().admin, {
      extra_flags: 'max-length:9, no-c-format',
    });
    const valueless = await patch(server(), hello!, server().admin, { extra_flags: 'max-length' });
    const labels = await patch(server(), hello!, server().admin, { labels: [99] });
    const none = await patch(server(), hello!, server().admin, { labels: [] });

    t.like(flags.json, { errors: [{ code: 'invalid', attr: 'extra_flags' }] });
    t.like(unknown.json, { errors: [{ attr: 'extra_flags', detail: 'Flag "no-c-format": is unknown.' }] });
    t.like(valueless.json, {
      errors: [{ attr: 'extra_flags', detail: 'Flag "max-length": needs a value.' }],
    });
    t.is(labels.json.errors[0].attr, 'labels');
    t.is(none.status, 200);
  });

  test(name('flags are stored in their normal form'), async (t) => {
    const { source } = await scene(server(), 'normal-flags');
    const [hello] = source;

    const { json } = await patch(server(), hello!, server().admin, {
      extra_flags: "read-only,markdown-text , replacements:%s:'John Doe',",
    });

    t.is(json.extra_flags, 'md-text, read-only, replacements:%s:"John Doe"');
  });

  test(name('an edit with the ETag of an older version is refused'), async (t) => {
    const { units, user } = await scene(server(), 'etag');
    const read = await server().get(`/api/units/${units.done.id}/`);
    const match = { 'If-Match': read.headers.get('etag') ?? '' };

    const first = await patch(server(), units.done, user, { target: ['Ahoj'], state: 20 }, match);
    const second = await patch(server(), units.done, user, { target: ['Čau'], state: 20 }, match);

    t.is(first.status, 200);
    t.is(second.status, 412);
    t.deepEqual((await server().get(`/api/units/${units.done.id}/`)).json.target, ['Ahoj']);
  });

  test(name('units of hidden projects are not there for edits either'), async (t) => {
    const { units, user } = await scene(server(), 'hidden', {}, { access_control: 100 });

    t.is((await patch(server(), units.done, user, { target: ['x'], state: 20 })).status, 404);
  });
});
