import test from 'ava';
import type { Knex } from 'knex';
import { type AutomaticTranslation, translateAutomatically } from '../../models/automatic-translation.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import type { TranslationPlace } from '../../models/propagation.ts';
import { Translation } from '../../models/translation.ts';
import type { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { deleteUnits } from '../../models/unit-rows.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, type SampleUnit, unitsOf } from '../helpers/rows.ts';

const strings = (...sources: string[]): SampleUnit[] =>
  sources.map((text) => ({ source: [text], target: [''] }));

/** A translation, and a run that gives each of its strings `<source>!`. */
async function setUp(db: Database, slug: string, units: readonly SampleUnit[]) {
  const component = await addComponent(db, await addProject(db, slug), 'web');
  const { id } = await addTranslation(db, component, 'cs', units);
  const translation = (await Translation.query(db.reader)
    .findById(id)
    .withGraphFetched('[component.project, language, plural]')
    .throwIfNotFound()) as unknown as TranslationPlace;
  const row = { username: slug, full_name: slug, date_joined: 1 };
  const user = await User.query(db.writer).insertAndFetch(row);
  const task: AutomaticTranslation = {
    translation,
    mode: 'translate',
    user,
    mayVote: false,
    mayChange: () => true,
    narrow: () => undefined,
    find: async (found) => new Map(found.map((unit) => [unit.id, [`${unit.source[0]}!`]])),
  };
  const texts = async () => {
    const found = await unitsOf(db, translation);
    return found.map((unit) => unit.target[0]);
  };
  return { translation, component, user, task, texts };
}

async function remove(trx: Knex.Transaction, unit: Unit): Promise<void> {
  const counters = new CounterBatch();
  await deleteUnits(trx, counters, [unit]);
  await counters.apply(trx);
}

forEachEngine(test, (name, database) => {
  test(name('what somebody edits or removes while texts are looked for is left as it is'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'meanwhile', strings('one', 'two', 'three'));
    const { translation, component, user, task } = place;
    const edit = { translation, component, target: ['dvě'], state: 20, author: user, user };

    const { count } = await translateAutomatically(db, {
      ...task,
      find: async (units) => {
        await db.transaction((trx) => editUnit(trx, { ...edit, unit: units[1]! }));
        await db.transaction((trx) => remove(trx, units[2]!));
        return task.find(units);
      },
    });

    t.is(count, 1);
    t.deepEqual(await place.texts(), ['one!', 'dvě']);
  });

  test(name('strings that the caller may not change are not looked for'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'mayor', strings('one', 'two'));

    await translateAutomatically(db, { ...place.task, mayChange: (unit) => unit.source[0] === 'two' });

    t.deepEqual(await place.texts(), ['', 'two!']);
  });

  test(name('strings that are read only, or outside the search, are left alone'), async (t) => {
    const { db } = database();
    const readOnly = { source: ['two'], target: ['dvě'], state: 100 };
    const place = await setUp(db, 'narrow', [...strings('one'), readOnly, ...strings('three')]);

    const { count } = await translateAutomatically(db, {
      ...place.task,
      narrow: (units) => units.whereNot('units.source', 'three'),
    });

    t.is(count, 1);
    t.deepEqual(await place.texts(), ['one!', 'dvě', '']);
  });

  test(name('a translation of many strings is gone through to its end'), async (t) => {
    const { db } = database();
    const sources = Array.from({ length: 1002 }, (_, index) => `string ${index}`);
    const place = await setUp(db, 'long', strings(...sources));
    const sizes: number[] = [];

    const { count } = await translateAutomatically(db, {
      ...place.task,
      find: async (units) => {
        sizes.push(units.length);
        const last = units.at(-1)!;
        return new Map([[last.id, ['last']]]);
      },
    });

    t.is(count, 3);
    t.deepEqual(sizes, [500, 500, 2]);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('a text that the string has already, in that state, is no change'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'same', [{ source: ['one'], target: ['one!'], state: 20 }]);

    t.like(await translateAutomatically(db, place.task), { count: 0 });
    t.like(await translateAutomatically(db, { ...place.task, mode: 'fuzzy' }), { count: 1 });
  });
});
