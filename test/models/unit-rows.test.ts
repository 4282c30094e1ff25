import test from 'ava';
import { Change, insertChanges } from '../../models/change.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import type { Unit } from '../../models/unit.ts';
import { deleteUnits, insertUnits, type NewUnit, unitIds, updateUnits } from '../../models/unit-rows.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { until } from '../helpers/until.ts';

forEachEngine(test, (name, database) => {
  test(name('thousands of strings go in and come out as they were'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'many'), 'app');
    const translation = await addTranslation(db, component, 'cs');
    const units = Array.from({ length: 1203 }, (_, index) => newUnit(translation.id, index));

    await db.transaction(async (trx) => {
      const counters = new CounterBatch();
      await insertUnits(trx, counters, units);
      await counters.apply(trx);
    });

    const stored = await unitsOf(db, translation);
    t.is(stored.length, units.length);
    t.true(units.every((unit, index) => isPartOf(unit, stored[index]!)));
    t.like(stored[0], { pending: false, version: 1, priority: 100, original_state: 20, note: '' });
    t.is((await translation.$query(db.reader)).total, units.length);
    const ids = await unitIds(db.reader, translation.id);
    t.is(ids.get(units[7]!.id_hash), stored[7]!.id);
  });

  // Alone in the database: a deadlock with another test's rows would begin a transaction once more, too.
  test.serial(name('a save that waits for an insert in its language is not in its way'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'locks'), 'app');
    const translation = await addTranslation(db, component, 'cs');
    let runs = 0;
    let save = Promise.resolve<unknown>(null);

    await db.transaction(async (trx) => {
      runs += 1;
      const counters = new CounterBatch();
      await insertUnits(trx, counters, [newUnit(translation.id, runs)]);
      save = db.transaction(async (other) => {
        runs += 1;
        await other('translations').where('id', translation.id).forUpdate().select('id');
      });
      await waitingOrQueued(db);
      await counters.apply(trx);
    });
    await save;

    t.is(runs, 2, 'no transaction was ended and begun once more');
    t.is((await translation.$query(db.reader)).total, 1);
  });

  test(name('texts of every kind and length are kept'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'texts'), 'app');
    const translation = await addTranslation(db, component, 'cs');
    const texts = [
      '\u{1f600} žluť',
      'it\'s \\ "quoted" ?',
      'line\nline\r\n',
      ' trailing ',
      'x'.repeat(700_000),
      '',
    ];
    const units = texts.map((text, index) => ({
      ...newUnit(translation.id, index),
      target: [text, text],
      context: text,
    }));

    await db.transaction((trx) => insertUnits(trx, new CounterBatch(), units));

    const stored = await unitsOf(db, translation);
    t.deepEqual(
      stored.map((unit) => unit.target),
      texts.map((text) => [text, text]),
    );
    t.deepEqual(
      stored.map((unit) => unit.context),
      texts,
    );
  });

  test(
    name('many strings get values of their own in one go; text and state make a new version'),
    async (t) => {
      const { db } = database();
      const component = await addComponent(db, await addProject(db, 'update'), 'app');
      const translation = await addTranslation(
        db,
        component,
        'cs',
        Array.from({ length: 250 }, (_, index) => ({ source: [`s${index}`], target: ['t'] })),
      );
      const units = await unitsOf(db, translation);
      const changes = units.map((unit, index) => ({
        unit,
        values:
          index < 150 ? { position: 1000 + index } : { target: [`new ${index}`], state: 10, pending: true },
      }));

      await db.transaction(async (trx) => {
        const counters = new CounterBatch();
        await updateUnits(trx, counters, changes);
        await counters.apply(trx);
      });

      const stored = await unitsOf(db, translation);
      t.deepEqual(
        stored.slice(0, 150).map(({ position, version, target }) => [position, version, target]),
        units.slice(0, 150).map((_, index) => [1000 + index, 1, ['t']]),
      );
      t.deepEqual(
        stored.slice(150).map(({ target, state, version, pending }) => [target, state, version, pending]),
        units.slice(150).map((_, index) => [[`new ${150 + index}`], 10, 2, true]),
      );
      t.is((await translation.$query(db.reader)).fuzzy, 100);
    },
  );

  test(name('a change without values is none'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'nothing'), 'app');
    const translation = await addTranslation(db, component, 'cs', [{ source: ['a'], target: ['b'] }]);
    const [unit] = await unitsOf(db, translation);

    await db.transaction((trx) => updateUnits(trx, new CounterBatch(), [{ unit: unit!, values: {} }]));

    t.deepEqual(await unitsOf(db, translation), [unit!]);
  });

  test(name('removed strings leave their history behind'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'history'), 'app');
    const translation = await addTranslation(db, component, 'cs', [
      { source: ['a'], target: ['b'] },
      { source: ['c'], target: ['d'] },
    ]);
    const [gone, kept] = await unitsOf(db, translation);
    const place = { translation_id: translation.id, component_id: component.id };
    await db.transaction((trx) =>
      insertChanges(trx, [
        { action: 2, unit_id: gone!.id, target: 'b', ...place },
        { action: 2, unit_id: kept!.id, target: 'd', ...place },
      ]),
    );

    await db.transaction(async (trx) => {
      const counters = new CounterBatch();
      await deleteUnits(trx, counters, [gone!]);
      await counters.apply(trx);
    });

    const changes = await Change.query(db.reader).where('translation_id', translation.id).orderBy('id');
    t.deepEqual(
      changes.map(({ target, unit_id }) => [target, unit_id]),
      [
        ['b', null],
        ['d', kept!.id],
      ],
    );
    t.is((await translation.$query(db.reader)).total, 1);
  });
});

function newUnit(translationId: number, index: number): NewUnit {
  const hash = index.toString(16).padStart(16, '0');
  return {
    translation_id: translationId,
    id_hash: hash,
    content_hash: hash,
    context: `key ${index}`,
    source: [`source ${index}`],
    target: [`target ${index}`, `targets ${index}`],
    state: 20,
    position: index + 1,
    num_words: 2,
    num_chars: 10,
    location: `src/file.c:${index}`,
  };
}

function isPartOf(part: NewUnit, unit: Unit): boolean {
  const row = unit.toJSON() as unknown as Record<string, unknown>;
  return Object.entries(part).every(
    ([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value),
  );
}

/** Comes back once another transaction waits for a lock; with one writer only it waits for its turn anyway. */
async function waitingOrQueued(db: Database): Promise<void> {
  if (db.engine === 'mysql') {
    await until(async () => {
      const [rows] = await db.reader.raw(
        `SELECT id FROM information_schema.processlist
        WHERE db = DATABASE() AND id <> CONNECTION_ID() AND info LIKE '%translations%for update'`,
      );
      return rows.length > 0;
    });
  }
}
