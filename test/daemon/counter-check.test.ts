import test from 'ava';
import { checkCounters } from '../../daemon/counter-check.ts';
import { findDrift } from '../../models/drift.ts';
import { LogRecord } from '../helpers/actors.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test.serial(name('statistics that are right are not worth a word'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'right'), 'web');
    for (const code of ['cs', 'de', 'fr', 'it', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv', 'uk', 'vi']) {
      await addTranslation(db, component, code, [{ source: ['Hello'], target: [code] }]);
    }
    const log = new LogRecord();

    await checkCounters({ db, log });

    t.deepEqual(log.errors, []);
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(
    name('wrong counters, sums and marks are logged as an error and left as they are'),
    async (t) => {
      const { db } = database();
      const component = await addComponent(db, await addProject(db, 'wrong'), 'web');
      const cs = await addTranslation(db, component, 'cs', [{ source: ['Hello'], target: ['Ahoj'] }]);
      const [unit] = await unitsOf(db, cs);
      await db.writer('translations').where('id', cs.id).update({ translated: 5 });
      await db
        .writer('statistics')
        .where({ scope: 'project', scope_id: component.project_id })
        .update({ fuzzy: 3 });
      await db.writer('units').where('id', unit!.id).update({ pending: 1 });
      const log = new LogRecord();

      await checkCounters({ db, log });
      const [entry] = log.errors;
      const { count, examples } = entry![0] as { count: number; examples: Record<string, unknown>[] };

      t.is(log.errors.length, 1);
      t.is(count, examples.length);
      const named = examples.map(({ scope, scope_id, column, stored }) => [scope, scope_id, column, stored]);
      t.true(includes(named, ['translation', cs.id, 'translated', 5]));
      t.true(includes(named, ['unit', unit!.id, 'pending', 1]));
      t.true(includes(named, ['project', component.project_id, 'fuzzy', 3]));
      t.true((await findDrift(db)).length > 0);
    },
  );
});

function includes(rows: readonly unknown[][], row: unknown[]): boolean {
  return rows.some((one) => JSON.stringify(one) === JSON.stringify(row));
}
