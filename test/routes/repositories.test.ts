import test, { type ExecutionContext } from 'ava';
import { findDrift } from '../../models/drift.ts';
import type { TestRepository } from '../helpers/git.ts';
import { importComponent, poFile, taskEnd } from '../helpers/imported.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component with one Czech file. */
function component(t: ExecutionContext, server: TestServer, slug: string, fields = {}) {
  const files = {
    'po/hello.pot': poFile({ Hello: '', Bye: '' }),
    'po/cs.po': poFile({ Hello: 'Ahoj', Bye: '' }),
  };
  return importComponent(t, server, slug, files, fields);
}

async function operate(server: TestServer, path: string, operation: string, token = server.admin) {
  return server.post(`${path}repository/`, { token, json: { operation } });
}

async function translate(server: TestServer, cs: string, text: string, token = server.admin) {
  const { json } = await server.get(`${cs}units/?q=source:=Bye`);
  const [unit] = json.results;
  return server.request('PATCH', unit.url, { token, json: { target: [text], state: 20 } });
}

async function show(repository: TestRepository): Promise<string> {
  return (await repository.show('po/cs.po')) ?? '';
}

forEachServer(test, (name, server) => {
  test.serial(
    name('an edit is committed and pushed by operations, and the status tells how far it is'),
    async (t) => {
      const { repository, path, cs } = await component(t, server(), 'flow', { push_on_commit: false });
      const status = async (at: string) =>
        (await server().get(`${at}repository/`, { token: server().admin })).json;
      const before = await status(path);
      await translate(server(), cs, 'Sbohem');

      const pending = await status(path);
      const committed = await operate(server(), path, 'commit');
      const unpushed = await status(cs);
      const pushed = await operate(server(), path, 'push');
      const after = await status(path);

      const [head] = await repository.log();
      t.like(before, {
        needs_commit: false,
        needs_push: false,
        needs_merge: false,
        url: `${server().url}${path}repository/`,
        outgoing_commits: 0,
        missing_commits: 0,
        merge_failure: null,
      });
      t.regex(before.remote_commit, /^[0-9a-f]{40}$/);
      t.is(before.remote_commit_info.revision, before.remote_commit);
      t.true(before.status.includes('On branch main'));
      t.true(pending.needs_commit);
      t.deepEqual(pending.pending_units, {
        total: 1,
        errors_skipped: 0,
        commit_policy_skipped: 0,
        eligible_for_commit: 1,
      });
      t.like(committed, { status: 200, json: { result: true } });
      t.like(unpushed, {
        needs_commit: false,
        needs_push: true,
        outgoing_commits: 1,
        url: `${server().url}${cs}repository/`,
      });
      t.like(pushed, { status: 200, json: { result: true } });
      t.like(after, { needs_push: false, remote_commit: head?.sha });
      t.true((await show(repository)).includes('msgid "Bye"\nmsgstr "Sbohem"'));
      t.is(head?.author, 'Administrator <admin@example.com>');
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('what is new upstream is pulled, by every level and every spelling'), async (t) => {
    const { repository, path, cs } = await component(t, server(), 'pulls');
    let number = 0;
    for (const [at, operation] of [
      [path, 'pull'],
      [cs, 'pull-rebase'],
      ['/api/projects/pulls/', 'pull-merge'],
      [path, 'pull-merge-noff'],
    ] as const) {
      number += 1;
      await repository.commit({ 'po/cs.po': poFile({ Hello: `Ahoj ${number}`, Bye: '' }) });

      const { status, json } = await operate(server(), at, operation);

      t.is(status, 200, operation);
      t.is(json.result, true, operation);
      const { json: units } = await server().get(`${cs}units/?q=source:=Hello`);
      t.deepEqual(units.results[0].target, [`Ahoj ${number}`], operation);
    }
  });

  test.serial(name('the other operations answer as well'), async (t) => {
    const { path, cs } = await component(t, server(), 'others');
    await translate(server(), cs, 'Sbohem');

    for (const operation of ['file-sync', 'file-scan', 'cleanup', 'reset-keep', 'reset']) {
      const { status, json } = await operate(server(), path, operation);

      t.is(status, 200, operation);
      t.is(json.result, true, `${operation}: ${json.detail}`);
    }
    const nothing = await operate(server(), cs, 'commit');
    t.like(nothing.json, { result: false });
    t.is(typeof nothing.json.detail, 'string');
  });

  test.serial(
    name('a remote that is gone is a result without credentials or paths, not an error'),
    async (t) => {
      const { repository, path } = await component(t, server(), 'gone');
      await repository.git('update-ref', '-d', 'refs/heads/main');

      const { status, json } = await operate(server(), path, 'pull');

      t.is(status, 200);
      t.is(json.result, false);
      t.is(typeof json.detail, 'string');
      t.false(json.detail.includes(server().database.folder));
    },
  );

  test.serial(name('operations are named, known, and for those who have the right'), async (t) => {
    const { path, cs } = await component(t, server(), 'rights');
    const token = await server().createUser('passer-by');

    const missing = await server().post(`${path}repository/`, { token: server().admin });
    const unknown = await operate(server(), path, 'explode');
    const denied = await operate(server(), path, 'reset', token);

    t.like(missing.json, { errors: [{ code: 'required', attr: 'operation' }] });
    t.like(unknown.json, { errors: [{ code: 'invalid_choice', attr: 'operation' }] });
    t.is(denied.status, 403);
    t.is((await server().post(`${path}repository/`, { json: { operation: 'push' } })).status, 401);
    for (const at of [path, cs, '/api/projects/rights/']) {
      t.is((await server().get(`${at}repository/`)).status, 403, at);
      t.is((await server().get(`${at}repository/`, { token: server().admin })).status, 200, at);
    }
    t.is((await server().get('/api/components/rights/none/repository/')).status, 404);
  });

  test.serial(name('the summary of a project has the keys, and nulls where it has no value'), async (t) => {
    const { cs } = await component(t, server(), 'summary', { push_on_commit: false });
    await translate(server(), cs, 'Sbohem');

    const { json } = await server().get('/api/projects/summary/repository/', { token: server().admin });

    t.deepEqual(json, {
      needs_commit: true,
      needs_merge: false,
      needs_push: false,
      url: `${server().url}/api/projects/summary/repository/`,
      pending_units: { total: 1, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: 1 },
      remote_commit: null,
      remote_commit_info: null,
      local_commit: null,
      status: null,
      merge_failure: null,
      outgoing_commits: null,
      missing_commits: null,
    });
  });

  test.serial(name('a lock ends editing, writes what waits, and is recorded once'), async (t) => {
    const { repository, path, cs } = await component(t, server(), 'locks');
    const token = await server().createUser('locksmith');
    await translate(server(), cs, 'Sbohem', token);
    const lock = (value: unknown, by = server().admin) =>
      server().post(`${path}lock/`, { token: by, json: value === undefined ? {} : { lock: value } });

    const first = await lock('true');
    const again = await lock(true);
    const read = await server().get(`${path}lock/`);
    const edit = await translate(server(), cs, 'Čau', token);
    const operation = await operate(server(), path, 'push');
    const missing = await lock(undefined);
    const denied = await lock(false, token);
    const last = await lock(false);

    t.deepEqual([first.json, again.json, read.json], [{ locked: true }, { locked: true }, { locked: true }]);
    t.is(edit.status, 403);
    t.is(operation.json.result, true);
    t.true((await show(repository)).includes('Sbohem'));
    t.like(missing.json, { errors: [{ code: 'required', attr: 'lock' }] });
    t.is(denied.status, 403);
    t.deepEqual(last.json, { locked: false });
    const { results } = (await server().get(`${path}changes/?action=14&action=15`)).json;
    t.deepEqual(
      results.map(({ action }: { action: number }) => action),
      [15, 14],
    );
  });

  test.serial(name('a project is locked by locking all that is in it'), async (t) => {
    const { path } = await component(t, server(), 'all-locked');
    const lock = (json: object) =>
      server().post('/api/projects/all-locked/lock/', { token: server().admin, json });

    t.deepEqual((await server().get('/api/projects/all-locked/lock/')).json, { locked: false });
    t.deepEqual((await lock({ lock: true })).json, { locked: true });
    t.true((await server().get('/api/projects/all-locked/')).json.locked);
    t.deepEqual((await server().get(`${path}lock/`)).json, { locked: true });
    t.deepEqual((await lock({ lock: false })).json, { locked: false });
  });

  test.serial(name('a task is shown to who sees its component, and to nobody else'), async (t) => {
    const { path } = await component(t, server(), 'tasks');
    await server().request('PATCH', path, { token: server().admin, json: { language_regex: '^[a-z]+$' } });
    const job = await server()
      .db.reader('jobs')
      .where('kind', 'configure')
      .orderBy('id', 'desc')
      .first('uuid');
    const url = `/api/tasks/${job.uuid}/`;
    await taskEnd(server(), url);

    const seen = await server().get(url);
    await server().db.writer('projects').where('slug', 'tasks').update({ access_control: 100 });
    const hidden = await server().get(url);

    t.like(seen.json, { completed: true, progress: 100 });
    t.is(typeof seen.json.log, 'string');
    t.is(hidden.status, 404);
    t.is((await server().get('/api/tasks/')).status, 404);
    t.is((await server().get('/api/tasks/1/')).status, 404);
    t.is((await server().get('/api/tasks/00000000-0000-4000-8000-000000000000/')).status, 404);
  });

  test.serial(name('settings of files are followed by a new look at them'), async (t) => {
    const { repository, path } = await component(t, server(), 'settings');
    await repository.commit({ 'locale/cs.po': poFile({ Hello: 'Nazdar', Bye: '' }) });

    const { status, json } = await server().request('PATCH', path, {
      token: server().admin,
      json: { filemask: 'locale/*.po' },
    });
    await taskEnd(server(), json.task_url);

    t.is(status, 200);
    const { json: translation } = await server().get('/api/translations/settings/web/cs/');
    t.is(translation.filename, 'locale/cs.po');
    const { results } = (await server().get(`${path}changes/?action=96`)).json;
    t.deepEqual(results[0].details, { field: 'filemask', old: 'po/*.po', target: 'locale/*.po' });
  });

  test.serial(
    name('a removed component is gone, and a removed project with all that is in it'),
    async (t) => {
      const { path } = await component(t, server(), 'removal');
      const token = await server().createUser('vandal');

      const denied = await server().request('DELETE', path, { token });
      const removed = await server().request('DELETE', path, { token: server().admin });
      while ((await server().get(path)).status !== 404) {
        // The job removes it soon.
      }
      const again = await server().request('DELETE', path, { token: server().admin });
      await component(t, server(), 'removal-2');
      const project = await server().request('DELETE', '/api/projects/removal-2/', { token: server().admin });

      t.is(denied.status, 403);
      t.is(removed.status, 204);
      t.is(again.status, 404);
      t.is(project.status, 204);
      t.is((await server().get('/api/projects/removal-2/')).status, 404);
      t.is((await server().get('/api/components/removal-2/web/')).status, 404);
      const changes = await server().get('/api/changes/?action=38&action=39', { token: server().admin });
      t.deepEqual(
        changes.json.results
          .map(({ action, target }: Record<string, unknown>) => [action, target])
          .slice(0, 2),
        [
          [39, 'removal-2'],
          [38, 'web'],
        ],
      );
      t.deepEqual(await findDrift(server().db), []);
    },
  );
});
