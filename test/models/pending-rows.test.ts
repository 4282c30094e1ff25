import test from 'ava';
import type { Database } from '../../models/database.ts';
import { PendingChange } from '../../models/pending-change.ts';
import { dropPending, markWritten } from '../../models/pending-rows.ts';
import { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test(name('a written edit leaves the queue and its string is no longer pending'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'written');
    await place.edit(0, 'one');
    await place.edit(1, 'two');
    const [first] = await place.queue();

    await db.transaction((trx) => markWritten(trx, [first!.id]));

    t.deepEqual(await place.marks(), [false, true]);
    t.is((await place.queue()).length, 1);
  });

  test(
    name('a string edited again while its commit ran stays pending, on top of what was written'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'again');
      await place.edit(0, 'one');
      const [first] = await place.queue();
      await place.edit(0, 'two');

      await db.transaction((trx) => markWritten(trx, [first!.id]));

      const queue = await place.queue();
      t.deepEqual(await place.marks(), [true, false]);
      t.is(queue.length, 1);
      t.like(queue[0], { target: ['two'], base_target: ['one'], unit_version: 3 });
    },
  );

  test(name('marking the same edits twice changes nothing'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'twice');
    await place.edit(0, 'one');
    const [first] = await place.queue();
    await db.transaction((trx) => markWritten(trx, [first!.id]));
    await place.edit(0, 'two');

    await db.transaction((trx) => markWritten(trx, [first!.id]));

    t.deepEqual(await place.marks(), [true, false]);
    t.is((await place.queue()).length, 1);
  });

  test(name('an edit that comes while another is marked as written is not lost'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'race');

    for (let round = 0; round < 10; round += 1) {
      await place.edit(0, `before ${round}`);
      const ids = (await place.queue()).map((row) => row.id);
      const written = db.transaction((trx) => markWritten(trx, ids));
      await Promise.all([place.edit(0, `after ${round}`), written]);
    }

    const queue = await place.queue();
    t.deepEqual(await place.marks(), [true, false]);
    t.deepEqual(
      queue.map((row) => row.target),
      [['after 9']],
    );
  });

  test(name('edits that a file has overtaken are dropped, all of a string'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'dropped');
    await place.edit(0, 'one');
    await place.edit(0, 'two');
    await place.edit(1, 'three');
    const [first] = await place.queue();

    await db.transaction((trx) => dropPending(trx, [first!.unit_id]));

    t.deepEqual(await place.marks(), [false, true]);
    t.is((await place.queue()).length, 1);
  });

  test(name('components with old enough edits are found, those that failed left out'), async (t) => {
    const { db } = database();
    const due = await setUp(db, 'due');
    const fresh = await setUp(db, 'fresh');
    const failed = await setUp(db, 'failed');
    for (const place of [due, fresh, failed]) {
      await place.edit(0, 'text');
    }
    const queued = db.writer('pending_changes');
    await queued
      .clone()
      .whereIn('component_id', [due.componentId, failed.componentId])
      .update({ created_at: 5 });
    await queued.clone().where('component_id', failed.componentId).update({ failure: 'no such string' });

    const found = await PendingChange.componentsOlderThan(db.reader, 6);

    t.deepEqual(found, [due.componentId]);
  });

  test(
    name('the queue of a translation comes in the order of the edits, with strings and authors'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'order');
      await place.edit(1, 'one');
      await place.edit(0, 'two');

      const rows = await PendingChange.ofTranslation(db.reader, place.translationId);

      t.deepEqual(
        rows.map(({ target, unit, author }) => [target, unit?.source, author?.username]),
        [
          [['one'], ['b'], 'order'],
          [['two'], ['a'], 'order'],
        ],
      );
    },
  );
});

/** A component with two untranslated strings, a and b. */
async function setUp(db: Database, slug: string) {
  const component = await addComponent(db, await addProject(db, slug), 'app');
  const strings = ['a', 'b'].map((source) => ({ source: [source], target: [''] }));
  const translation = await addTranslation(db, component, 'cs', strings);
  const author = await User.query(db.writer).insertAndFetch({
    username: slug,
    full_name: slug,
    date_joined: 1,
  });
  const units = await unitsOf(db, translation);
  return {
    componentId: component.id,
    translationId: translation.id,
    edit: (index: number, text: string) =>
      db.transaction((trx) =>
        editUnit(trx, {
          unit: units[index]!,
          translation,
          component,
          target: [text],
          state: 20,
          author,
          user: author,
        }),
      ),
    queue: () => PendingChange.query(db.reader).where('component_id', component.id).orderBy('id'),
    marks: async () => {
      const rows = await Unit.query(db.reader).where('translation_id', translation.id).orderBy('id');
      return rows.map((row) => row.pending);
    },
  };
}
