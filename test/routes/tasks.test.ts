import { randomUUID } from 'node:crypto';
import test from 'ava';
import { insertJob } from '../../actors/job-rows.ts';
import type { Component } from '../../models/component.ts';
import { Job } from '../../models/job.ts';
import { User } from '../../models/user.ts';
import { addComponent, addProject } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const day = 86_400_000;

/** A job that is not due for a day, so that it stays as it is while the test looks at it. */
async function addJob(
  { db }: TestServer,
  component: Component | null,
  kind: string,
  fields: Partial<Job> = {},
): Promise<{ uuid: string; path: string }> {
  const uuid = randomUUID();
  await db.transaction(async (trx) => {
    const { id } = await insertJob(trx, {
      uuid,
      key: component ? `component:${component.id}` : `test:${uuid}`,
      kind,
      payload: {},
      dedupe: null,
      runAfter: Date.now() + day,
      componentId: component?.id ?? null,
      userId: null,
    });
    await Job.query(trx)
      .findById(id)
      .patch({ updated_at: Date.now(), ...fields });
  });
  return { uuid, path: `/api/tasks/${uuid}/` };
}

async function stateOf({ db }: TestServer, { uuid }: { uuid: string }): Promise<string> {
  const { state } = await Job.query(db.reader).findOne({ uuid }).throwIfNotFound();
  return state;
}

async function sampleComponent({ db }: TestServer, slug: string, access_control = 0): Promise<Component> {
  return addComponent(db, await addProject(db, slug, { access_control }), 'web');
}

forEachServer(test, (name, server) => {
  test(name('a queued task tells how many are before it, and which one is running'), async (t) => {
    const component = await sampleComponent(server(), 'waiting');
    const running = await addJob(server(), component, 'pull', { state: 'running' });
    const next = await addJob(server(), component, 'commit');
    await addJob(server(), component, 'fetch', { run_after: Date.now() + 2 * day });
    const last = await addJob(server(), component, 'push');
    await addJob(server(), component, 'cleanup');

    const waitingFor = async ({ path }: { path: string }) => (await server().get(path)).json.waiting_for;

    const link = `${server().url}${running.path}`;
    t.deepEqual(await waitingFor(last), { ahead: 2, running: link, kind: 'pull' });
    t.deepEqual(await waitingFor(next), { ahead: 1, running: link, kind: 'pull' });
    t.is(await waitingFor(running), null);
    const { json } = await server().get(last.path);
    t.like(json, { completed: false, progress: 0, result: null, log: '' });
  });

  test(name('without a running task a queued one waits for the oldest, or for nothing'), async (t) => {
    const component = await sampleComponent(server(), 'idle');
    const first = await addJob(server(), component, 'file-scan');
    const second = await addJob(server(), component, 'push');

    const [one, two] = [await server().get(first.path), await server().get(second.path)];

    t.is(one.json.waiting_for, null);
    t.deepEqual(two.json.waiting_for, { ahead: 1, running: null, kind: 'file-scan' });
  });

  test(name('a queued task can be cancelled; one that runs or has ended stays as it is'), async (t) => {
    const component = await sampleComponent(server(), 'cancelled');
    const queued = await addJob(server(), component, 'push');
    const running = await addJob(server(), component, 'pull', { state: 'running' });
    const done = await addJob(server(), component, 'commit', { state: 'done', finished_at: Date.now() });

    for (const { path } of [queued, queued, running, done]) {
      const { status, text } = await server().request('DELETE', path, { token: server().admin });
      t.is(status, 204);
      t.is(text, '');
    }

    t.is(await stateOf(server(), queued), 'cancelled');
    t.is(await stateOf(server(), running), 'running');
    t.is(await stateOf(server(), done), 'done');
    const { json } = await server().get(queued.path);
    t.like(json, { completed: true, progress: 100, result: null, waiting_for: null });
  });

  test(name('what completes an accepted change cannot be cancelled'), async (t) => {
    const component = await sampleComponent(server(), 'promised');

    for (const kind of ['create', 'configure', 'remove-component']) {
      const job = await addJob(server(), component, kind);
      const { status, json } = await server().request('DELETE', job.path, { token: server().admin });

      t.is(status, 403, kind);
      t.is(json.errors[0].code, 'permission_denied');
      t.is(await stateOf(server(), job), 'queued');
    }
  });

  test(name('cancelling takes the right to change the component, or having started the task'), async (t) => {
    const component = await sampleComponent(server(), 'rights');
    const hidden = await sampleComponent(server(), 'hidden', 100);
    const token = await server().createUser('passer-by');
    const own = await server().createUser('asker');
    const asker = await User.query(server().db.reader).findOne({ username: 'asker' }).throwIfNotFound();
    const visible = await addJob(server(), component, 'push');
    const invisible = await addJob(server(), hidden, 'push');
    const personal = await addJob(server(), null, 'report', { user_id: asker.id });
    const asked = await addJob(server(), component, 'push', { user_id: asker.id });
    const cancel = async ({ path }: { path: string }, by?: string) =>
      (await server().request('DELETE', path, by === undefined ? {} : { token: by })).status;

    t.is(await cancel(visible), 401);
    t.is(await cancel(visible, token), 403);
    t.is(await cancel(asked, token), 403);
    t.is(await cancel(invisible, token), 404);
    t.is(await cancel(personal, token), 404);
    t.is(await cancel({ path: `/api/tasks/${randomUUID()}/` }, token), 404);
    for (const job of [visible, invisible, personal, asked]) {
      t.is(await stateOf(server(), job), 'queued');
    }

    t.is(await cancel(personal, own), 204);
    t.is(await cancel(asked, own), 204);
    t.is(await cancel(invisible, server().admin), 204);
    for (const job of [invisible, personal, asked]) {
      t.is(await stateOf(server(), job), 'cancelled');
    }
  });
});
