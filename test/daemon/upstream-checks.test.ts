import test from 'ava';
import { addUpstreamChecks, delayOf, withTurn } from '../../daemon/upstream-checks.ts';
import { Job } from '../../models/job.ts';
import { startSystem } from '../helpers/actors.ts';
import { createDatabase, forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject } from '../helpers/rows.ts';

test('jobs of one hour are spread over most of it, each at the same minute every day', (t) => {
  const delays = Array.from({ length: 100 }, (_, index) => delayOf(7 + 24 * index));
  const perTenMinutes = Map.groupBy(delays, (delay) => Math.floor((delay - 120_000) / 600_000));

  t.true(delays.every((delay) => delay >= 120_000 && delay < 52 * 60_000));
  t.deepEqual([...perTenMinutes.keys()].sort(), [0, 1, 2, 3, 4]);
  t.true([...perTenMinutes.values()].every(({ length }) => length >= 15 && length <= 25));
  t.is(delayOf(31), delayOf(31));
});

forEachEngine(test, (name, database) => {
  test(name('every component with a remote of its own has one hour of the day'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'hours');
    const owner = await addComponent(db, project, 'owner');
    const linked = await addComponent(db, project, 'linked', { linked_component_id: owner.id });
    const local = await addComponent(db, project, 'local', { vcs: 'local' });

    const hoursOf = new Map<number, number[]>();
    for (let hour = 0; hour < 24; hour += 1) {
      for (const { id } of await withTurn(db, hour)) {
        hoursOf.set(id, [...(hoursOf.get(id) ?? []), hour]);
      }
    }

    t.deepEqual(hoursOf.get(owner.id), [owner.id % 24]);
    t.false(hoursOf.has(linked.id));
    t.false(hoursOf.has(local.id));
  });
});

for (const [autoUpdate, kinds] of [
  ['remote', ['fetch']],
  ['full', ['pull']],
  ['none', []],
] as const) {
  test(`with the setting ${autoUpdate}, two servers add these jobs in an hour: ${kinds.join() || 'none'}`, async (t) => {
    const { db, remove } = await createDatabase('sqlite');
    t.teardown(remove);
    const component = await addComponent(db, await addProject(db, 'polled'), 'web');
    const { system } = await startSystem(t, db, async () => ({ result: true }));
    // Tomorrow, so that the jobs stay queued.
    const now = new Date(Date.now() + 86_400_000);
    now.setHours(component.id % 24, 2);

    await addUpstreamChecks({ db, actors: system }, autoUpdate, now);
    await addUpstreamChecks({ db, actors: system }, autoUpdate, new Date(now.getTime() + 900));
    await addUpstreamChecks({ db, actors: system }, autoUpdate, new Date(now.getTime() + 3_600_000));

    const jobs = await Job.query(db.reader);
    t.deepEqual(
      jobs.map(({ kind, key, component_id }) => [kind, key, component_id]),
      kinds.map((kind) => [kind, `component:${component.id}`, component.id]),
    );
  });
}
