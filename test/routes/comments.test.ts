import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { Unit } from '../../models/unit.ts';
import { User } from '../../models/user.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component of rows, without a repository, with one string in English and in Czech. */
async function place(server: TestServer, slug: string, { project = {}, component = {}, english = {} } = {}) {
  const { db } = server;
  const owner = await addProject(db, slug, project);
  const own = await addComponent(db, owner, 'web', component);
  const strings = [{ source: ['Hello'], target: ['Ahoj'] }];
  const fields = { is_source: true, filename: '', ...english };
  const source = await addTranslation(db, own, 'en', [{ source: ['Hello'], target: ['Hello'] }], fields);
  const czech = await addTranslation(db, own, 'cs', strings);
  const [hello] = await unitsOf(db, source);
  const [ahoj] = await unitsOf(db, czech);
  return {
    project: owner,
    hello: hello!,
    ahoj: ahoj!,
    onSource: `/api/units/${hello!.id}/comments/`,
    onCzech: `/api/units/${ahoj!.id}/comments/`,
    changes: `/api/translations/${slug}/web/cs/changes/`,
    sourceChanges: `/api/translations/${slug}/web/en/changes/`,
    statistics: `/api/translations/${slug}/web/cs/statistics/`,
  };
}

const reviewed = { source_review: true };

// One after the other: each test makes a component, and many at once wait long for a connection.
forEachServer(test, (name, server) => {
  test.serial(
    name('a comment stands beside the translation, in lists, counters, profile and history'),
    async (t) => {
      const { ahoj, onCzech, changes, statistics } = await place(server(), 'com-add');
      const token = await server().createUser('com-eva');
      const url = `${server().url}/api/users/com-eva/`;

      const first = await server().post(onCzech, {
        token,
        json: { comment: ' Is it formal? ', scope: 'translation' },
      });
      const second = await server().post(onCzech, { token, form: { comment: 'No.', scope: 'translation' } });

      t.is(first.status, 201);
      const { id, timestamp } = first.json;
      t.deepEqual(first.json, { id, comment: 'Is it formal?', timestamp, user: url });
      t.is(first.headers.get('location'), `${server().url}${onCzech}`);
      t.deepEqual((await server().get(onCzech)).json.results, [first.json, second.json]);
      t.like((await server().get(`/api/units/${ahoj.id}/`)).json, { has_comment: true, state: 20 });
      t.is((await server().get(statistics)).json.comments, 1);
      t.is((await User.named(server().db.reader, 'com-eva'))?.commented, 2);
      const { json } = await server().get(changes);
      t.like(json.results[1], { action: 3, user: url, author: url, details: { comment: 'Is it formal?' } });
      t.is(json.count, 2);
      const units = '/api/translations/com-add/web/cs/units/?q=';
      t.is((await server().get(`${units}comment:FORMAL AND comment_author:com-eva`)).json.count, 1);
      t.is((await server().get(`${units}resolved_comment:formal`)).json.count, 0);
      const refused = await server().get(`${units}comment:x AND comment_about:y`);
      t.is(refused.status, 400);
      t.like(refused.json.errors[0], {
        attr: 'q',
        detail: 'there is no field "comment_about" (at character 15)',
      });
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('a comment for all languages goes to the source string'), async (t) => {
    const { onCzech, onSource, ahoj, hello, sourceChanges } = await place(server(), 'com-global');
    const { admin: token } = server();

    const fromCzech = await server().post(onCzech, { token, json: { comment: 'Who?', scope: 'global' } });
    const fromSource = await server().post(onSource, { token, json: { comment: 'You.', scope: 'global' } });

    t.deepEqual([fromCzech.status, fromSource.status], [201, 201]);
    t.deepEqual((await server().get(onSource)).json.results, [fromCzech.json, fromSource.json]);
    t.is((await server().get(onCzech)).json.count, 0);
    t.false((await server().get(`/api/units/${ahoj.id}/`)).json.has_comment);
    t.true((await server().get(`/api/units/${hello.id}/`)).json.has_comment);
    t.is((await server().get(sourceChanges)).json.count, 2);
  });

  test.serial(name('who edits the project brings comments of others, with their time'), async (t) => {
    const { onCzech, changes } = await place(server(), 'com-import');
    await server().createUser('com-old');
    const json = {
      comment: 'From the former server',
      scope: 'translation',
      timestamp: '2020-05-06T07:08:09Z',
      user_email: 'COM-OLD@example.com',
    };

    const response = await server().post(onCzech, { token: server().admin, json });

    t.is(response.status, 201);
    t.is(Date.parse(response.json.timestamp), Date.parse(json.timestamp));
    t.is(response.json.user, `${server().url}/api/users/com-old/`);
    const [change] = (await server().get(changes)).json.results;
    t.is(change.author, response.json.user);
    t.is(change.user, `${server().url}/api/users/admin/`);
    // The history tells when it came here: it grows at one end only.
    t.true(Date.parse(change.timestamp) > Date.parse('2025-01-01'));
  });

  test.serial(
    name('a report of a string whose state has no place in the file gives it a label'),
    async (t) => {
      const { onCzech, hello, sourceChanges } = await place(server(), 'com-label', { project: reviewed });
      const report = () =>
        server().post(onCzech, { token: server().admin, json: { comment: 'A typo', scope: 'report' } });

      const statuses = [(await report()).status, (await report()).status];

      t.deepEqual(statuses, [201, 201]);
      const { json } = await server().get(`/api/units/${hello.id}/`);
      t.like(json, { has_comment: true, state: 20 });
      t.like(json.labels, [{ name: 'Source needs review', color: 'red' }]);
      t.is(json.labels.length, 1);
      const actions = (await server().get(sourceChanges)).json.results.map(
        ({ action }: { action: number }) => action,
      );
      t.deepEqual(actions.sort(), [3, 3, 86]);
    },
  );

  test.serial(name('a report of a string of the base file makes it need checking'), async (t) => {
    const component = { file_format: 'json', template: 'en.json', filemask: '*.json' };
    const english = { is_template: true, filename: 'en.json' };
    const at = await place(server(), 'com-base', { project: reviewed, component, english });

    const { status } = await server().post(at.onSource, {
      token: server().admin,
      json: { comment: 'A typo', scope: 'report' },
    });

    t.is(status, 201);
    const unit = await Unit.query(server().db.reader).findById(at.hello.id).throwIfNotFound();
    t.like(unit, { state: 12, has_comment: true, pending: true, target: ['Hello'] });
    t.like((await Unit.query(server().db.reader).findById(at.ahoj.id))!, { state: 20, pending: false });
    t.deepEqual(await findDrift(server().db), []);
  });

  const refusals: [string, 'onCzech' | 'onSource', object, string, string][] = [
    ['without a text', 'onCzech', { scope: 'global' }, 'comment', 'required'],
    ['with a blank text', 'onCzech', { comment: ' ', scope: 'global' }, 'comment', 'blank'],
    ['that is too long', 'onCzech', { comment: 'x'.repeat(1001), scope: 'global' }, 'comment', 'max_length'],
    ['without a scope', 'onCzech', { comment: 'x' }, 'scope', 'required'],
    ['with another scope', 'onCzech', { comment: 'x', scope: 'all' }, 'scope', 'invalid_choice'],
    [
      'on a source string as a translation',
      'onSource',
      { comment: 'x', scope: 'translation' },
      'scope',
      'invalid',
    ],
    [
      'that reports where nothing is reviewed',
      'onCzech',
      { comment: 'x', scope: 'report' },
      'scope',
      'invalid',
    ],
    [
      'of nobody that is known',
      'onCzech',
      { comment: 'x', scope: 'global', user_email: 'nobody@example.com' },
      'user_email',
      'does_not_exist',
    ],
    [
      'of no time',
      'onCzech',
      { comment: 'x', scope: 'global', timestamp: 'long ago' },
      'timestamp',
      'invalid',
    ],
  ];
  for (const [index, [title, where, json, attr, code]] of refusals.entries()) {
    test.serial(name(`a comment ${title} is refused`), async (t) => {
      const at = await place(server(), `com-bad-${index}`);

      const response = await server().post(at[where], { token: server().admin, json });

      t.is(response.status, 400);
      t.like(response.json.errors[0], { attr, code });
      t.is((await server().get(at.onCzech)).json.count, 0);
    });
  }

  test.serial(name('who may comment, and who may do so for others'), async (t) => {
    const open = await place(server(), 'com-open');
    const readable = await place(server(), 'com-readable', { project: { access_control: 1 } });
    const hidden = await place(server(), 'com-hidden', { project: { access_control: 100 } });
    const restricted = await place(server(), 'com-restricted', { component: { restricted: true } });
    const token = await server().createUser('com-guest');
    const json = { comment: 'x', scope: 'translation' };
    const post = (path: string, options: object) => server().post(path, { json, ...options });

    const statuses = {
      anonymous: (await post(open.onCzech, {})).status,
      signedIn: (await post(open.onCzech, { token })).status,
      forOthers: (await post(open.onCzech, { token, json: { ...json, user_email: 'com-guest@example.com' } }))
        .status,
      backdated: (await post(open.onCzech, { token, json: { ...json, timestamp: '2020-01-01' } })).status,
      noRight: (await post(readable.onCzech, { token })).status,
      readable: (await server().get(readable.onCzech, { token })).status,
      unseen: (await post(hidden.onCzech, { token })).status,
      unseenList: (await server().get(hidden.onCzech)).status,
      restricted: (await post(restricted.onCzech, { token })).status,
      unknown: (await server().get('/api/units/999999/comments/')).status,
      otherMethod: (await server().request('DELETE', open.onCzech, { token })).status,
    };

    t.deepEqual(statuses, {
      anonymous: 401,
      signedIn: 201,
      forOthers: 403,
      backdated: 403,
      noRight: 403,
      readable: 200,
      unseen: 404,
      unseenList: 404,
      restricted: 404,
      unknown: 404,
      otherMethod: 405,
    });
  });

  test.serial(name('comments that come at the same time are all counted once'), async (t) => {
    const { onCzech, statistics } = await place(server(), 'com-race');
    const tokens = await Promise.all([0, 1, 2].map((index) => server().createUser(`com-race-${index}`)));

    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) =>
        server().post(onCzech, { token, json: { comment: 'At once', scope: 'translation' } }),
      ),
    );

    t.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    t.is((await server().get(onCzech)).json.count, 6);
    t.is((await server().get(statistics)).json.comments, 1);
    t.deepEqual(await findDrift(server().db), []);
  });
});
