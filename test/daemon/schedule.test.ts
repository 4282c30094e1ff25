import test from 'ava';
import { commitWaiting } from '../../daemon/schedule.ts';
import { Job } from '../../models/job.ts';
import { PendingChange } from '../../models/pending-change.ts';
import { User } from '../../models/user.ts';
import { startSystem } from '../helpers/actors.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { until } from '../helpers/until.ts';

forEachEngine(test, (name, database) => {
  test(
    name('an edit that is due adds one commit job, however often and wherever the clock strikes'),
    async (t) => {
      const { db } = database();
      const component = await addComponent(db, await addProject(db, 'due'), 'web', { commit_pending_age: 0 });
      const cs = await addTranslation(db, component, 'cs', [{ source: ['Hello'], target: ['Ahoj'] }]);
      const [unit] = await unitsOf(db, cs);
      const author = await User.query(db.writer).insert({ username: 'ana', full_name: '', date_joined: 1 });
      await PendingChange.query(db.writer).insert({
        unit_id: unit!.id,
        translation_id: cs.id,
        component_id: component.id,
        author_id: author.id,
        target: ['Ahoj'],
        state: 20,
        automatic: false,
        unit_version: 2,
        created_at: Date.now() - 1000,
      });
      const release = Promise.withResolvers<void>();
      t.teardown(() => release.resolve());
      const { system } = await startSystem(t, db, () => release.promise);
      await system.tell(`component:${component.id}`, 'pull', {});
      await until(() => Job.query(db.reader).findOne({ kind: 'pull', state: 'running' }));

      await commitWaiting({ db, actors: system });
      await commitWaiting({ db, actors: system });

      const jobs = await Job.query(db.reader).where('kind', 'commit');
      t.deepEqual(
        jobs.map(({ key, payload, state }) => [key, payload, state]),
        [[`component:${component.id}`, { component_id: component.id }, 'queued']],
      );
    },
  );
});
