import test from 'ava';
import type { Knex } from 'knex';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { addStrings } from '../../models/string-add.ts';
import { addInBatches } from '../../models/string-batches.ts';
import type { NewString } from '../../models/string-rows.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

/** A component with two strings in English and Czech. */
async function place(db: Database, slug: string) {
  const component = await addComponent(db, await addProject(db, slug), 'web');
  const strings = [
    { source: ['Hello'], target: ['Hello'] },
    { source: ['%d file', '%d files'], target: ['%d file', '%d files'] },
  ];
  await addTranslation(db, component, 'en', strings, { is_source: true });
  const translation = await addTranslation(db, component, 'cs', strings);
  const row = { username: slug, full_name: slug, email: `${slug}@example.com`, date_joined: 1 };
  return { component, translation, user: await User.query(db.writer).insert(row) };
}

function newString(...source: string[]): NewString {
  return { context: '', source, target: [`cs ${source[0]}`], state: null };
}

function numbered(name: string, count: number): NewString[] {
  return Array.from({ length: count }, (_, index) => newString(`${name} ${index}`));
}

async function countQueries(db: Database, work: (trx: Knex.Transaction) => Promise<unknown>) {
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  db.writer.on('query', count);
  await db.transaction(work);
  db.writer.off('query', count);
  return queries;
}

forEachEngine(test, (name, database) => {
  test.serial(name('many strings take as many queries as one'), async (t) => {
    const { db } = database();
    const about = await place(db, 'queries');
    const add = (strings: NewString[]) => (trx: Knex.Transaction) => addStrings(trx, { ...about, strings });
    // The first statements ask for the columns of some tables.
    await countQueries(db, add(numbered('First', 1)));

    const one = await countQueries(db, add(numbered('Second', 1)));
    const many = await countQueries(db, add(numbered('Third', 40)));

    t.is(many, one);
    t.true(many <= 60, `${many} queries`);
  });

  test.serial(name('a string that the language has, or that comes again, is not added'), async (t) => {
    const { db } = database();
    const about = await place(db, 'twice');
    const strings = [
      newString('New'),
      newString('Hello'),
      newString('%d file', '%d other files'),
      newString('New', 'News'),
      newString('%d files'),
      { ...newString('Hello'), context: 'menu' },
    ];

    const ids = await db.transaction((trx) => addStrings(trx, { ...about, strings }));

    const units = await unitsOf(db, about.translation);
    const [, , plain, form, other] = units.map(({ id }) => id);
    t.deepEqual(ids, [plain, null, null, null, form, other]);
    t.deepEqual(
      units.slice(2).map(({ context, source, target }) => [context, ...source, ...target]),
      [
        ['', 'New', 'cs New'],
        ['', '%d files', 'cs %d files'],
        ['menu', 'Hello', 'cs Hello'],
      ],
    );
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('strings of several transactions follow each other in every language'), async (t) => {
    const { db } = database();
    const about = await place(db, 'batches');
    const strings = [...numbered('String', 120), newString('String 3')];
    const ids: (number | null)[] = [];

    for await (const some of addInBatches(db, { ...about, strings })) {
      ids.push(...some);
    }

    const units = await unitsOf(db, about.translation);
    t.deepEqual(ids, [...units.slice(2).map(({ id }) => id), null]);
    t.deepEqual(
      units.map(({ position, source }) => [position, source[0]]).slice(2),
      numbered('String', 120).map(({ source }, index) => [index + 3, source[0]]),
    );
    const positions: number[] = await db
      .reader('units')
      .whereIn(
        'id',
        units.map((unit) => unit.source_unit_id!),
      )
      .orderBy('id')
      .pluck('position');
    t.deepEqual(
      positions,
      Array.from({ length: 122 }, (_, index) => index + 1),
    );
    const changes = await db.reader('changes').where('translation_id', about.translation.id).orderBy('id');
    t.deepEqual(
      changes.map(({ unit_id }) => unit_id),
      ids.slice(0, 120),
    );
    t.deepEqual(await findDrift(db), []);
  });
});
