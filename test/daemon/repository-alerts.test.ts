import test from 'ava';
import { excess, raiseRepositoryAlerts } from '../../daemon/repository-alerts.ts';
import { action } from '../../models/actions.ts';
import { Alert } from '../../models/alert.ts';
import { Change } from '../../models/change.ts';
import { RepositoryState } from '../../models/repository-state.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject } from '../helpers/rows.ts';

test('more than 25 commits are worth an alert', (t) => {
  t.is(excess(0), null);
  t.is(excess(25), null);
  t.deepEqual(excess(26), { commits: 26 });
});

forEachEngine(test, (name, database) => {
  test(
    name('a repository far from its remote has an alert on each component, until it is near again'),
    async (t) => {
      const { db } = database();
      const project = await addProject(db, 'far');
      const owner = await addComponent(db, project, 'owner');
      const linked = await addComponent(db, project, 'linked', { linked_component_id: owner.id });
      const near = await addComponent(db, project, 'near');
      await RepositoryState.query(db.writer).insert({ component_id: owner.id, missing: 26, outgoing: 40 });
      await RepositoryState.query(db.writer).insert({ component_id: near.id, missing: 25, outgoing: 25 });
      const alerts = async () => {
        const rows = await Alert.query(db.reader).orderBy('component_id').orderBy('name');
        return rows.map(({ component_id, name, details }) => [component_id, name, details]);
      };

      await raiseRepositoryAlerts(db);
      const raised = await alerts();
      await raiseRepositoryAlerts(db);
      const kept = await alerts();
      await RepositoryState.query(db.writer).findById(owner.id).patch({ missing: 3, outgoing: 30 });
      await raiseRepositoryAlerts(db);

      const both = (id: number) => [
        [id, 'RepositoryChanges', { commits: 40 }],
        [id, 'RepositoryOutdated', { commits: 26 }],
      ];
      t.deepEqual(raised, [...both(owner.id), ...both(linked.id)]);
      t.deepEqual(kept, raised);
      t.deepEqual(await alerts(), [
        [owner.id, 'RepositoryChanges', { commits: 30 }],
        [linked.id, 'RepositoryChanges', { commits: 30 }],
      ]);
      t.is((await Change.query(db.reader).where('action', action.ALERT)).length, 4);
    },
  );
});
