import test, { type ExecutionContext } from 'ava';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component with one Czech file, and one edit that waits. */
async function editedComponent(t: ExecutionContext, server: TestServer, slug: string) {
  const files = {
    'po/hello.pot': poFile({ Hello: '', Bye: '' }),
    'po/cs.po': poFile({ Hello: 'Ahoj', Bye: '' }),
  };
  const imported = await importComponent(t, server, slug, files, { push_on_commit: false });
  const { json } = await server.get(`${imported.cs}units/?q=source:=Bye`);
  await server.request('PATCH', json.results[0].url, {
    token: server.admin,
    json: { target: ['Sbohem'], state: 20 },
  });
  return imported;
}

function dryRun(server: TestServer, path: string, operation: string, value = 'true', token = server.admin) {
  return server.post(`${path}repository/?dry_run=${value}`, { token, json: { operation } });
}

forEachServer(test, (name, server) => {
  test.serial(name('pulls and pushes of every level tell what they would do, and do nothing'), async (t) => {
    const { repository, path, cs } = await editedComponent(t, server(), 'trial');
    const status = async () => (await server().get(`${path}repository/`, { token: server().admin })).json;
    const [head] = await repository.log();
    const before = await status();
    const component = `${server().url}${path}`;

    for (const at of [path, cs, '/api/projects/trial/']) {
      for (const operation of ['push', 'pull', 'pull-merge', 'pull-rebase', 'pull-merge-noff']) {
        const { json, ...response } = await dryRun(server(), at, operation);

        t.is(response.status, 200, `${at} ${operation}`);
        t.deepEqual(json, {
          result: true,
          dry_run: true,
          files: [{ filename: 'po/cs.po', component, added: 0, changed: 1, conflicting: 0, lost: 0 }],
        });
      }
    }

    t.deepEqual(await status(), before);
    t.is(before.pending_units.total, 1);
    const [newest] = await repository.log();
    t.is(newest?.sha, head?.sha);
  });

  test.serial(name('a string that upstream changed as well is announced as a conflict'), async (t) => {
    const { repository, path } = await editedComponent(t, server(), 'clash');
    await repository.commit({ 'po/cs.po': poFile({ Hello: 'Ahoj', Bye: 'Nashle' }) });

    const { json } = await dryRun(server(), path, 'push');

    t.like(json, { result: true, dry_run: true });
    t.like(json.files[0], { changed: 0, conflicting: 1, lost: 0 });
  });

  test.serial(name('other operations cannot be tried, and a false dry run is a real one'), async (t) => {
    const { path, cs } = await editedComponent(t, server(), 'others');

    for (const operation of ['commit', 'reset', 'reset-keep', 'cleanup', 'file-sync', 'file-scan']) {
      for (const at of [path, cs, '/api/projects/others/']) {
        const { status, json } = await dryRun(server(), at, operation);
        t.is(status, 400, operation);
        t.like(json, { errors: [{ code: 'invalid', attr: 'dry_run' }] });
      }
    }
    const wrong = await dryRun(server(), path, 'push', 'perhaps');
    t.is(wrong.status, 400);
    t.is(wrong.json.errors[0].attr, 'dry_run');
    const real = await dryRun(server(), path, 'commit', 'false');
    t.deepEqual(real.json, { result: true });
  });

  test.serial(name('trying takes the same rights as doing'), async (t) => {
    const { path } = await editedComponent(t, server(), 'guarded');
    const token = await server().createUser('onlooker');

    const denied = await dryRun(server(), path, 'push', 'true', token);
    const anonymous = await server().post(`${path}repository/?dry_run=true`, { json: { operation: 'push' } });
    await server().db.writer('projects').where('slug', 'guarded').update({ access_control: 100 });
    const hidden = await dryRun(server(), path, 'push', 'true', token);

    t.is(denied.status, 403);
    t.is(anonymous.status, 401);
    t.is(hidden.status, 404);
  });

  test.serial(name('a remote that cannot be asked is a result, and locks nothing'), async (t) => {
    const { repository, path } = await editedComponent(t, server(), 'unreachable');
    await repository.git('update-ref', '-d', 'refs/heads/main');

    const { status, json } = await dryRun(server(), path, 'pull');

    t.is(status, 200);
    t.like(json, { result: false, dry_run: true, files: [] });
    t.is(typeof json.detail, 'string');
    t.deepEqual((await server().get(`${path}lock/`)).json, { locked: false });
  });
});
