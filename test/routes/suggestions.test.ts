import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component of rows, without a repository: two strings to suggest texts for, and one that is read only. */
async function place(server: TestServer, slug: string, fields = {}, project = {}) {
  const { db } = server;
  const component = await addComponent(db, await addProject(db, slug, project), 'web', fields);
  const strings = [
    { source: ['Hello'], target: ['Ahoj'] },
    { source: ['%d file', '%d files'], target: ['', ''] },
    { source: ['Fixed'], target: ['Pevné'], state: 100 },
  ];
  await addTranslation(db, component, 'en', strings, { is_source: true, filename: '' });
  const czech = await addTranslation(db, component, 'cs', strings);
  const [hello, files, fixed] = await unitsOf(db, czech);
  const path = (unit: { id: number } | undefined) => `/api/units/${unit!.id}/`;
  return {
    hello: path(hello),
    files: path(files),
    fixed: path(fixed),
    changes: `/api/translations/${slug}/web/cs/changes/`,
    statistics: `/api/translations/${slug}/web/cs/statistics/`,
  };
}

const voting = { suggestion_voting: true };

function suggest(server: TestServer, unit: string, target: unknown, token = server.admin) {
  return server.post(`${unit}suggestions/`, { token, json: { target } });
}

// One after the other: each test makes a component, and many at once wait long for a connection.
forEachServer(test, (name, server) => {
  test.serial(
    name('a suggestion stands beside the translation, in lists, counters and history'),
    async (t) => {
      const { hello, changes, statistics } = await place(server(), 'sug-add');
      const token = await server().createUser('sug-eva');

      const { status, json, headers } = await suggest(server(), hello, ['Nazdar'], token);

      t.is(status, 201);
      t.like(json, { target: ['Nazdar'], votes: 0 });
      t.true(json.unit.endsWith(hello));
      t.true(json.user.endsWith('/api/users/sug-eva/'));
      t.is(headers.get('location'), `${server().url}/api/suggestions/${json.id}/`);
      t.deepEqual((await server().get(`${hello}suggestions/`)).json.results, [json]);
      t.deepEqual((await server().get(`/api/suggestions/${json.id}/`)).json, json);
      t.deepEqual((await server().get('/api/suggestions/?page_size=1')).json.results, [json]);
      t.like((await server().get(hello)).json, { has_suggestion: true, target: ['Ahoj'] });
      t.is((await server().get(statistics)).json.suggestions, 1);
      const [change] = (await server().get(`${changes}?action=4`)).json.results;
      t.like(change, { target: 'Nazdar', old: 'Ahoj' });
      const counted = await server().get('/api/users/sug-eva/statistics/', { token });
      t.is(counted.json.suggested, 1);
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('a suggestion is corrected as a translation would be'), async (t) => {
    const { hello } = await place(server(), 'sug-fix');

    const { json } = await suggest(server(), hello, 'Naz\u200bdar ');

    t.deepEqual(json.target, ['Nazdar']);
  });

  const bad: [string, 'hello' | 'files', unknown, string][] = [
    ['without a target', 'hello', undefined, 'required'],
    ['with too many forms', 'hello', ['a', 'b'], 'invalid'],
    ['with too few forms', 'files', ['a'], 'invalid'],
    ['without a text', 'files', ['', ''], 'invalid'],
    ['that is too long', 'hello', ['x'.repeat(2001)], 'invalid'],
    ['that the string says already', 'hello', ['Ahoj'], 'invalid'],
  ];
  for (const [index, [title, unit, target, code]] of bad.entries()) {
    test.serial(name(`a suggestion ${title} is refused`), async (t) => {
      const paths = await place(server(), `sug-bad-${index}`);

      const { status, json } = await suggest(server(), paths[unit], target);

      t.is(status, 400);
      t.like(json, { errors: [{ attr: 'target', code }] });
      t.is((await server().get(`${paths[unit]}suggestions/`)).json.count, 0);
    });
  }

  test.serial(name('the longest suggestion goes by the flag of the string'), async (t) => {
    const { hello } = await place(server(), 'sug-length', { check_flags: 'max-length:1' });

    const short = await suggest(server(), hello, 'x'.repeat(1010));
    const long = await suggest(server(), hello, 'x'.repeat(1011));

    t.deepEqual([short.status, long.status], [201, 400]);
  });

  test.serial(name('the same text again is refused where nobody votes'), async (t) => {
    const { hello } = await place(server(), 'sug-again');
    const token = await server().createUser('sug-again');

    const statuses = [
      await suggest(server(), hello, ['Nazdar']),
      await suggest(server(), hello, ['Nazdar']),
      await suggest(server(), hello, ['Nazdar'], token),
    ].map(({ status }) => status);

    t.deepEqual(statuses, [201, 400, 400]);
  });

  test.serial(
    name('where people vote, the same text again is a vote, and enough of them accept'),
    async (t) => {
      const { hello, changes } = await place(server(), 'sug-vote', { ...voting, suggestion_autoaccept: 3 });
      const [eva, jan] = [await server().createUser('vote-eva'), await server().createUser('vote-jan')];

      const first = await suggest(server(), hello, ['Nazdar'], eva);
      const own = await suggest(server(), hello, ['Nazdar'], eva);
      const second = await suggest(server(), hello, ['Nazdar'], jan);
      const third = await suggest(server(), hello, ['Nazdar']);

      t.is(first.json.votes, 1);
      t.is(own.status, 400);
      t.is(second.status, 200);
      t.like(second.json, { result: 'voted', suggestion: { id: first.json.id, votes: 2 } });
      t.deepEqual(third.json, { result: 'accepted', suggestion: null });
      t.like((await server().get(hello)).json, { target: ['Nazdar'], state: 20, has_suggestion: false });
      const [change] = (await server().get(`${changes}?action=7`)).json.results;
      t.true(change.author.endsWith('/vote-eva/'));
      t.true(change.user.endsWith('/admin/'));
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('of many who suggest the same at once, one suggests and the others vote'), async (t) => {
    const { hello } = await place(server(), 'sug-race', voting);
    const tokens: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      tokens.push(await server().createUser(`race-${index}`));
    }

    const answers = await Promise.all(tokens.map((token) => suggest(server(), hello, 'Nazdar', token)));

    const statuses = answers.map(({ status }) => status);
    t.deepEqual(statuses.sort(), [200, 200, 200, 200, 200, 201]);
    const { results } = (await server().get(`${hello}suggestions/`)).json;
    t.is(results.length, 1);
    t.is(results[0].votes, 6);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('votes that cross each other accept a suggestion once'), async (t) => {
    const { hello, files, changes } = await place(server(), 'sug-cross', {
      ...voting,
      suggestion_autoaccept: 2,
    });
    const tokens = [await server().createUser('cross-a'), await server().createUser('cross-b')];
    const made = await Promise.all([
      suggest(server(), hello, 'Nazdar', tokens[0]),
      suggest(server(), files, ['%d soubor', '%d soubory'], tokens[1]),
    ]);
    const vote = (index: number, token: string | undefined) =>
      server().post(`/api/suggestions/${made[index]!.json.id}/vote/`, { token, json: { value: 1 } });

    const answers = await Promise.all([
      vote(0, tokens[1]),
      vote(1, tokens[0]),
      vote(0, server().admin),
      vote(1, server().admin),
    ]);

    const statuses = answers.map(({ status }) => status).sort();
    t.deepEqual(statuses, [200, 200, 404, 404]);
    t.is((await server().get(`${changes}?action=7`)).json.count, 2);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('a second vote takes the place of the first'), async (t) => {
    const { hello } = await place(server(), 'sug-revote', { ...voting, suggestion_autoaccept: 2 });
    const token = await server().createUser('revoter');
    const { id } = (await suggest(server(), hello, ['Nazdar'])).json;
    const vote = (value: unknown, by = token) =>
      server().post(`/api/suggestions/${id}/vote/`, { token: by, json: { value } });

    const against = await vote(-1);
    const wrong = await vote(2);
    const withdrawn = await vote(-1, server().admin);
    const still = await vote(1);
    const elected = await vote('1', server().admin);

    t.like(against.json, { result: 'voted', suggestion: { votes: 0 } });
    t.like(wrong.json, { errors: [{ attr: 'value', code: 'invalid_choice' }] });
    t.is(withdrawn.json.suggestion.votes, -2);
    t.is(still.json.suggestion.votes, 0);
    t.deepEqual(elected.json, { result: 'accepted', suggestion: null });
    t.is((await vote(1)).status, 404);
  });

  test.serial(name('an accepted suggestion is an edit of who suggested it'), async (t) => {
    const { files, changes, statistics } = await place(server(), 'sug-accept');
    const token = await server().createUser('accepted');
    const { id } = (await suggest(server(), files, ['%d soubor', '%d soubory'], token)).json;
    const accept = () => server().post(`/api/suggestions/${id}/accept/`, { token: server().admin });

    const first = await accept();
    const second = await accept();

    t.is(first.status, 200, first.text);
    t.deepEqual(first.json, { result: 'accepted' });
    t.is(second.status, 404);
    t.like((await server().get(files)).json, {
      target: ['%d soubor', '%d soubory'],
      state: 20,
      has_suggestion: false,
      pending: true,
    });
    const [change] = (await server().get(`${changes}?action=7`)).json.results;
    t.true(change.author.endsWith('/accepted/'));
    t.true(change.user.endsWith('/admin/'));
    t.is((await server().get(statistics)).json.suggestions, 0);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('accepting approves only where reviewers say so'), async (t) => {
    const plain = await place(server(), 'sug-plain');
    const reviewed = await place(server(), 'sug-review', {}, { translation_review: true });
    const token = await server().createUser('no-reviewer');
    const [one, two] = [
      (await suggest(server(), plain.hello, 'Nazdar')).json,
      (await suggest(server(), reviewed.hello, 'Nazdar')).json,
    ];
    const accept = ({ id }: { id: number }, by = server().admin) =>
      server().post(`/api/suggestions/${id}/accept/`, { token: by, json: { approve: true } });

    const refused = [await accept(one), await accept(two, token)];
    const approved = await accept(two);

    t.deepEqual(
      refused.map(({ status }) => status),
      [403, 403],
    );
    t.is(approved.status, 200);
    t.is((await server().get(reviewed.hello)).json.state, 30);
  });

  test.serial(name('accepting what the string says already only removes the suggestion'), async (t) => {
    const { hello, changes } = await place(server(), 'sug-equal');
    const { id } = (await suggest(server(), hello, 'Nazdar')).json;
    const token = server().admin;
    await server().request('PATCH', hello, { token, json: { target: ['Nazdar'], state: 20 } });

    const { status } = await server().post(`/api/suggestions/${id}/accept/`, { token });

    t.is(status, 200);
    t.is((await server().get(`${changes}?action=7`)).json.count, 0);
    t.false((await server().get(hello)).json.has_suggestion);
  });

  test.serial(
    name('a suggestion is removed by its author, and by those who may; the history says why'),
    async (t) => {
      const { hello, changes } = await place(server(), 'sug-remove', {}, { access_control: 1 });
      const { id } = (await suggest(server(), hello, 'Nazdar')).json;
      const token = await server().createUser('no-remover');
      const remove = (by: string, json?: unknown) =>
        server().request('DELETE', `/api/suggestions/${id}/`, { token: by, json });

      const denied = await remove(token);
      const removed = await remove(server().admin, { rejection_reason: 'Too rude.' });
      const again = await remove(server().admin);

      t.deepEqual([denied.status, removed.status, again.status], [403, 204, 404]);
      const [change] = (await server().get(`${changes}?action=26`)).json.results;
      t.like(change, { target: 'Nazdar', old: 'Ahoj', details: { rejection_reason: 'Too rude.' } });
      t.false((await server().get(hello)).json.has_suggestion);
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('who may delete nothing removes his own suggestion'), async (t) => {
    const { hello } = await place(server(), 'sug-own', {}, { access_control: 1 });
    const token = await server().createUser('own-remover');
    const { id } = (await suggest(server(), hello, 'Nazdar')).json;
    const row = server().db.writer('suggestions').where('id', id);
    const user = await server().db.reader('users').where('username', 'own-remover').first('id');
    await row.update({ user_id: user.id });

    const { status } = await server().request('DELETE', `/api/suggestions/${id}/`, { token });

    t.is(status, 204);
  });

  const closed: [string, object, 'hello' | 'fixed', { suggest: number; accept: number; vote: number }][] = [
    ['switched off', { enable_suggestions: false }, 'hello', { suggest: 403, accept: 200, vote: 403 }],
    ['of a locked component', { locked: true, ...voting }, 'hello', { suggest: 201, accept: 403, vote: 403 }],
    ['for a read-only string', voting, 'fixed', { suggest: 403, accept: 403, vote: 403 }],
    ['without voting', {}, 'hello', { suggest: 201, accept: 200, vote: 403 }],
    [
      'that votes decide about',
      { ...voting, suggestion_autoaccept: 5 },
      'hello',
      { suggest: 201, accept: 403, vote: 200 },
    ],
  ];
  for (const [index, [title, fields, unit, expected]] of closed.entries()) {
    test.serial(name(`suggestions ${title}: what is possible`), async (t) => {
      const paths = await place(server(), `sug-closed-${index}`, fields);
      const token = await server().createUser(`closed-${index}`);
      const unit_id = Number(/\d+/.exec(paths[unit])?.[0]);
      const row = { unit_id, target: 'Zdravím', timestamp: 1 };
      const [id] = await server().db.writer('suggestions').insert(row);

      const statuses = {
        suggest: (await suggest(server(), paths[unit], 'Nazdar', token)).status,
        vote: (await server().post(`/api/suggestions/${id}/vote/`, { token, json: { value: 1 } })).status,
        accept: (await server().post(`/api/suggestions/${id}/accept/`, { token })).status,
      };

      t.deepEqual(statuses, expected);
    });
  }

  const hidden: [string, object, object][] = [
    ['an invisible project', {}, { access_control: 100 }],
    ['a restricted component', { restricted: true }, {}],
  ];
  for (const [index, [title, fields, project]] of hidden.entries()) {
    test.serial(name(`suggestions of ${title} are not there`), async (t) => {
      const { hello } = await place(server(), `sug-hidden-${index}`, { ...voting, ...fields }, project);
      const { id } = (await suggest(server(), hello, 'Nazdar')).json;
      const token = await server().createUser(`blind-${index}`);
      const one = `/api/suggestions/${id}/`;

      const answers = [
        await server().get(`${hello}suggestions/`),
        await server().get(one, { token }),
        await suggest(server(), hello, 'Dobrý den', token),
        await server().post(`${one}accept/`, { token }),
        await server().post(`${one}vote/`, { token, json: { value: 1 } }),
        await server().request('DELETE', one, { token }),
      ];
      const { results, count } = (await server().get('/api/suggestions/?page_size=1000', { token })).json;

      t.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
      t.false(results.some((suggestion: { id: number }) => suggestion.id === id));
      t.is(count, results.length);
    });
  }

  test.serial(
    name('nobody writes without credentials, and in a protected project only members do'),
    async (t) => {
      const { hello } = await place(server(), 'sug-rights', voting, { access_control: 1 });
      const { id } = (await suggest(server(), hello, 'Nazdar')).json;
      const token = await server().createUser('no-member');
      const one = `/api/suggestions/${id}/`;
      const write = async (options: { token?: string }) => [
        (await server().post(`${hello}suggestions/`, { ...options, json: { target: 'x' } })).status,
        (await server().post(`${one}accept/`, options)).status,
        (await server().post(`${one}vote/`, { ...options, json: { value: 1 } })).status,
        (await server().request('DELETE', one, options)).status,
      ];

      t.deepEqual(await write({}), [401, 401, 401, 401]);
      t.deepEqual(await write({ token }), [403, 403, 403, 403]);
      t.is((await server().get(one)).status, 200);
      t.is((await server().get('/api/suggestions/0/')).status, 404);
    },
  );
});
