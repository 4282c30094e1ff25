import test, { type ExecutionContext } from 'ava';
import { Component } from '../../models/component.ts';
import { findDrift } from '../../models/drift.ts';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { silentServer } from '../helpers/remotes.ts';
import { addComponent, addLanguage, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';
import { upload } from '../helpers/uploads.ts';

const sources = Array.from({ length: 300 }, (_, index) => `String ${index}`);
const untranslated = Object.fromEntries(sources.map((source) => [source, '']));
const translated = Object.fromEntries(sources.map((source) => [source, `${source}!`]));
// Added a hundred rows at a time.
const added = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`New ${index}`, '']));

const uploads = [
  { method: 'translate', counter: 'translated', strings: translated },
  { method: 'suggest', counter: 'suggestions', strings: translated },
  { method: 'add', counter: 'total', strings: added, before: sources.length },
];

const files = { 'po/hello.pot': poFile(untranslated), 'po/cs.po': poFile(untranslated) };

/** A component of many strings, and `app` in the same project, which has texts for all of them. */
async function scene(t: ExecutionContext, server: TestServer, slug: string, fields = {}) {
  const { db } = server;
  const { path, cs } = await importComponent(t, server, slug, files, fields);
  await addLanguage(db, 'de', { name: 'German' });
  const project = await Project.query(db.reader).findOne({ slug }).throwIfNotFound();
  const app = await addComponent(db, project, 'app');
  const texts = sources.map((source) => ({ source: [source], target: [`${source}!`] }));
  const english = sources.map((source) => ({ source: [source], target: [source] }));
  await addTranslation(db, app, 'en', english, { is_source: true });
  await addTranslation(db, app, 'cs', texts);
  await addTranslation(db, app, 'de', texts);
  const lock = (lock: boolean) => server.post(`${path}lock/`, { token: server.admin, json: { lock } });
  const count = async (counter: string, translation = cs): Promise<number> =>
    (await server.get(`${translation}statistics/`)).json[counter] ?? 0;
  /** Locks the component when `writing` has got so far, and gives what that answers. */
  const lockWhen = async (hasBegun: () => Promise<boolean>, writing: Promise<TestResponse>) => {
    await until(hasBegun);
    t.is((await lock(true)).status, 200);
    return writing;
  };
  return { path, cs, lock, count, lockWhen };
}

forEachServer(test, (name, server) => {
  test.serial(name('a lock ends an automatic translation, which says how far it came'), async (t) => {
    const { cs, lock, count, lockWhen } = await scene(t, server(), 'lock-auto');
    const json = { mode: 'translate', filter_type: 'todo', auto_source: 'others' };
    const run = () => server().post(`${cs}autotranslate/`, { token: server().admin, json });

    const answer = await lockWhen(async () => (await count('translated')) > 0, run());

    const done = await count('translated');
    t.true(done < sources.length);
    t.is(answer.status, 200);
    const details = `Automatic translation stopped because the component was locked, ${done} strings were updated.`;
    t.is(answer.json.details, details);
    t.deepEqual(await findDrift(server().db), []);
    await lock(false);
    const rest = await run();
    t.is(
      rest.json.details,
      `Automatic translation completed, ${sources.length - done} strings were updated.`,
    );
  });

  for (const { method, counter, strings, before = 0 } of uploads) {
    test.serial(
      name(`a lock ends an upload with the method ${method}, which says how far it came`),
      async (t) => {
        const place = await scene(t, server(), `lock-${method}`, { manage_units: true });
        const { cs, lock, lockWhen } = place;
        const count = async () => (await place.count(counter)) - before;
        const all = Object.keys(strings).length;
        const run = () => upload(server(), cs, poFile(strings), { method });

        const { status, json } = await lockWhen(async () => (await count()) > 0, run());

        const done = await count();
        t.true(done < all);
        t.is(status, 403);
        const detail = `The component was locked during the upload: ${done} of ${all} strings were taken over, and stay.`;
        t.deepEqual(json.errors, [{ code: 'permission_denied', detail, attr: null }]);
        const [change] = (await server().get(`${cs}changes/?action=78`)).json.results;
        t.like(change.details, { method, accepted: done, total: all, locked: true });
        t.deepEqual(await findDrift(server().db), []);
        await lock(false);
        t.like((await run()).json, { accepted: all - done, result: true });
      },
    );
  }

  test.serial(name('a new language keeps the texts it got before a lock'), async (t) => {
    const { path, count, lockWhen } = await scene(t, server(), 'lock-fill');
    const german = '/api/translations/lock-fill/web/de/';
    const json = { language_code: 'de', from_component: ['lock-fill/app'] };
    const adding = server().post(`${path}translations/`, { token: server().admin, json });

    const answer = await lockWhen(async () => (await count('translated', german)) > 0, adding);

    const done = await count('translated', german);
    t.true(done < sources.length);
    t.is(answer.status, 403);
    t.regex(answer.json.errors[0].detail, new RegExp(`\\b${done} of its strings got texts`));
    t.deepEqual(await findDrift(server().db), []);
  });

  for (const method of ['replace', 'source']) {
    test.serial(
      name(`a lock keeps out an upload with the method ${method} that waits for the repository`),
      async (t) => {
        const { db, admin: token } = server();
        const { path, repository } = await importComponent(t, server(), `lock-${method}`, files);
        const commits = await repository.log();
        const remote = await silentServer(t);
        const component = await Component.query(db.writer)
          .findOne({ path: `lock-${method}/web` })
          .throwIfNotFound();
        await component.$query(db.writer).patch({ repo: `git://127.0.0.1:${remote.port}/x.git` });
        const pulling = server().post(`${path}repository/`, { token, json: { operation: 'pull' } });
        await remote.connected;

        const language = method === 'source' ? 'en' : 'cs';
        const uploading = upload(
          server(),
          `/api/translations/lock-${method}/web/${language}/`,
          poFile({ New: '' }),
          { method },
        );
        await until(() =>
          Job.query(db.writer)
            .where('component_id', component.id)
            .whereIn('kind', ['replace-file', 'update-sources'])
            .first(),
        );
        await server().post(`${path}lock/`, { token, json: { lock: true } });
        remote.hangUp();

        t.false((await pulling).json.result);
        const { status, json } = await uploading;
        t.is(status, 403);
        const detail = 'The component was locked before the upload could begin.';
        t.deepEqual(json.errors, [{ code: 'permission_denied', detail, attr: null }]);
        t.deepEqual(await repository.log(), commits);
        t.is(
          (await server().get(`/api/translations/lock-${method}/web/cs/statistics/`)).json.total,
          sources.length,
        );
      },
    );
  }
});
