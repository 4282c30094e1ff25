import test from 'ava';
import { insertChanges, noteRewrittenHistory } from '../../models/change.ts';
import { type HistoryFilter, Milestones } from '../../models/milestones.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';

const actions = [2, 5, 36] as const;

/** A history of its own, that of project `project`: changes come in threes at one time. */
function write({ db }: TestDatabase, project: number, count: number, begin = 0): Promise<void> {
  return db.transaction((trx) =>
    insertChanges(
      trx,
      Array.from({ length: count }, (_, index) => ({
        action: actions[(begin + index) % 7 === 0 ? 2 : (begin + index) % 2]!,
        project_id: project,
        user_id: (begin + index) % 5,
        timestamp: 1000 + Math.floor((begin + index) / 3),
      })),
    ),
  );
}

const listOf = ({ db }: TestDatabase, project: number, kinds: readonly number[] | null): HistoryFilter => ({
  query: db.reader('changes').where('changes.project_id', project),
  actions: kinds,
  isWhole: false,
});

/** All ids of the list, read at once. */
async function allIds({ query, actions: kinds }: HistoryFilter): Promise<number[]> {
  const rows = query.clone().orderBy([
    { column: 'timestamp', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
  return kinds === null ? rows.pluck('id') : rows.whereIn('action', [...kinds]).pluck('id');
}

forEachEngine(test, (name, database) => {
  for (const [project, kinds] of [
    [1, null],
    [2, [2]],
    [3, [2, 36]],
    [4, [36, 5, 2]],
  ] as const) {
    test(
      name(`pages from marks are those of the whole list, actions ${kinds ?? 'of all kinds'}`),
      async (t) => {
        const { reader } = database().db;
        const milestones = new Milestones({ stretch: 4 });
        const filter = listOf(database(), project, kinds);

        for (const [count, begin] of [
          [50, 0],
          [1, 50],
          [30, 51],
        ] as const) {
          await write(database(), project, count, begin);
          const expected = await allIds(filter);

          const found = await milestones.count(reader, filter);

          t.is(found, expected.length);
          for (let offset = 0; offset < found; offset += 5) {
            const ids = await milestones.ids(reader, filter, { offset, limit: 5, count: found });
            t.deepEqual(ids, expected.slice(offset, offset + 5), `from ${offset}`);
          }
        }
      },
    );
  }

  for (const [project, kinds] of [
    [11, null],
    [12, [5]],
    [13, [5, 36]],
  ] as const) {
    test(name(`parts between two times are found, actions ${kinds ?? 'of all kinds'}`), async (t) => {
      const { reader } = database().db;
      const milestones = new Milestones({ stretch: 3 });
      const list = listOf(database(), project, kinds);
      await write(database(), project, 90);

      for (const [since, before] of [
        [undefined, 1020],
        [1010, undefined],
        [1003, 1027],
        [1010, 1011],
        [1029, 1002],
        [undefined, 5],
        [1000, 9999],
      ]) {
        const times = { since: since ?? 0, before: before ?? 10_000 };
        const expected = await allIds({
          ...list,
          query: list.query.clone().whereBetween('timestamp', [times.since, times.before]),
        });
        const filter = { ...list, since, before };

        const count = await milestones.count(reader, filter);

        t.is(count, expected.length, `${since} to ${before}`);
        for (let offset = 0; offset < count; offset += 4) {
          const ids = await milestones.ids(reader, filter, { offset, limit: 4, count });
          t.deepEqual(ids, expected.slice(offset, offset + 4), `${since} to ${before}, from ${offset}`);
        }
      }
    });
  }

  test(name('a removal of old changes starts the count anew'), async (t) => {
    const { db } = database();
    const milestones = new Milestones({ stretch: 4 });
    const filter = listOf(database(), 5, null);
    await write(database(), 5, 40);
    t.is(await milestones.count(db.reader, filter), 40);

    await db.transaction(async (trx) => {
      await trx('changes').where({ project_id: 5, action: 2 }).delete();
      await noteRewrittenHistory(trx);
    });

    const expected = await allIds(filter);
    const count = await milestones.count(db.reader, filter);
    t.is(count, expected.length);
    const last = await milestones.ids(db.reader, filter, { offset: count - 3, limit: 5, count });
    t.deepEqual(last, expected.slice(-3));
  });

  test(name('changes that may still come in out of order are counted each time'), async (t) => {
    const { db } = database();
    const milestones = new Milestones({ stretch: 4, settledMs: Number.POSITIVE_INFINITY });
    const filter = listOf(database(), 6, null);
    await write(database(), 6, 30, 30);
    t.is(await milestones.count(db.reader, filter), 30);

    await write(database(), 6, 10);

    t.is(await milestones.count(db.reader, filter), 40);
  });

  test(name('two who count at the same time get the same number'), async (t) => {
    const { reader } = database().db;
    const milestones = new Milestones({ stretch: 4 });
    const filter = listOf(database(), 7, null);
    await write(database(), 7, 60);

    const counts = await Promise.all([1, 2, 3].map(() => milestones.count(reader, filter)));

    t.deepEqual(counts, [60, 60, 60]);
    t.is(await milestones.count(reader, filter), 60);
  });
});
