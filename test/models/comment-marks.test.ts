import test from 'ava';
import { addComment } from '../../models/comment.ts';
import { findDrift, repairDrift } from '../../models/drift.ts';
import { Translation } from '../../models/translation.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test(
    name('the mark of strings with comments is proved by the unresolved ones and mended, with its count'),
    async (t) => {
      const { db } = database();
      const component = await addComponent(db, await addProject(db, 'marks'), 'app');
      const strings = ['a', 'b', 'c'].map((text) => ({ source: [text], target: [text] }));
      const translation = await addTranslation(db, component, 'cs', strings);
      const [a, b, c] = await unitsOf(db, translation);
      const user = await User.query(db.writer).insert({ username: 'ana', full_name: 'Ana', date_joined: 0 });
      for (const unit of [a!, c!]) {
        const about = { unit, translation, component, author: user, user, isReport: false };
        await db.transaction((trx) => addComment(trx, { ...about, comment: 'Why?' }));
      }
      await db.writer('comments').where('unit_id', a!.id).update({ resolved: 1 });
      await db.writer('comments').insert({ unit_id: b!.id, comment: 'So?', timestamp: 0, resolved: 0 });

      const found = await findDrift(db);
      await repairDrift(db);

      t.deepEqual(
        found.map(({ scope_id, column, stored, actual }) => [scope_id, column, stored, actual]),
        [
          [a!.id, 'has_comment', 1, 0],
          [b!.id, 'has_comment', 0, 1],
        ],
      );
      t.deepEqual(await findDrift(db), []);
      t.is((await Translation.query(db.reader).findById(translation.id))?.comments, 2);
      t.deepEqual(
        (await unitsOf(db, translation)).map((unit) => unit.has_comment),
        [false, true, true],
      );
    },
  );
});
