import test from 'ava';
import { findDrift, repairDrift } from '../../models/drift.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test(
    name('the mark of failing strings is proved by their checks and mended, with what is counted by it'),
    async (t) => {
      const { db } = database();
      const component = await addComponent(db, await addProject(db, 'marks'), 'app');
      const strings = ['a', 'b', 'c'].map((text) => ({
        source: [text],
        target: [text],
        has_failing_check: text === 'a',
      }));
      const translation = await addTranslation(db, component, 'cs', strings);
      const [a, b, c] = await unitsOf(db, translation);
      await db.writer('unit_checks').where('unit_id', a!.id).delete();
      await db.writer('unit_checks').insert({ unit_id: b!.id, name: 'same', dismissed: 0 });
      await db.writer('unit_checks').insert({ unit_id: c!.id, name: 'same', dismissed: 1 });

      const found = await findDrift(db);
      await repairDrift(db);

      t.deepEqual(
        found.map(({ scope_id, column, stored, actual }) => [scope_id, column, stored, actual]),
        [
          [a!.id, 'has_failing_check', 1, 0],
          [b!.id, 'has_failing_check', 0, 1],
        ],
      );
      t.deepEqual(await findDrift(db), []);
      t.deepEqual(
        (await unitsOf(db, translation)).map((unit) => unit.has_failing_check),
        [false, true, false],
      );
    },
  );
});
