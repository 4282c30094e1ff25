import test from 'ava';
import type { Knex } from 'knex';
import { insertChanges } from '../../models/change.ts';
import { counting, inOrder } from '../../models/milestones.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';

/*
 * Lists of changes are the longest there are: every one must be read and counted from an index alone, already sorted.
 * What MariaDB does depends on what is in the table, so there is something in it.
 */

const kinds = [0, 2, 2, 2, 2, 5, 5, 5, 17, 36] as const;

/** A history of 20,000 changes in 10 projects, 40 components, 400 translations and 20 languages, of 30 users. */
async function fill({ db }: TestDatabase): Promise<void> {
  await db.transaction((trx) =>
    insertChanges(
      trx,
      Array.from({ length: 20_000 }, (_, index) => {
        const translation = (index * 7919) % 400;
        return {
          action: kinds[index % kinds.length]!,
          project_id: 1 + (translation % 10),
          component_id: 1 + (translation % 40),
          translation_id: 1 + translation,
          language_id: 1 + (translation % 20),
          user_id: 1 + (index % 30),
          timestamp: 1_700_000_000_000 + index * 1000,
        };
      }),
    ),
  );
  await db.writer.raw(db.engine === 'mysql' ? 'ANALYZE TABLE changes' : 'ANALYZE');
}

const lists: Record<string, (changes: Knex.QueryBuilder) => Knex.QueryBuilder> = {
  'of all': (changes) => changes,
  'that somebody sees': (changes) =>
    changes
      .whereNotNull('changes.project_id')
      .whereNotIn('changes.project_id', [3, 4])
      .where((seen) => seen.whereNull('changes.component_id').orWhereNotIn('changes.component_id', [7, 8])),
  'of a project': (changes) => changes.where('changes.project_id', 2),
  'of a component': (changes) => changes.where('changes.component_id', 2),
  'of a translation': (changes) => changes.where('changes.translation_id', 2),
  'of a user': (changes) => changes.where('changes.user_id', 2),
  'of a time': (changes) => changes.whereBetween('changes.timestamp', [1_700_000_000_000, 1_700_005_000_000]),
};

forEachEngine(
  test,
  (name, database) => {
    for (const [title, narrow] of Object.entries(lists)) {
      for (const actions of [null, [17], [17, 36]]) {
        const what = actions === null ? 'of all kinds' : `of ${actions.length} kinds`;
        test(name(`changes ${title}, ${what}, are listed and counted from an index alone`), async (t) => {
          const { reader } = database().db;
          const isWhole = !/ of a (?:project|component|translation|user)/.test(` ${title}`);
          const filter = { query: narrow(reader('changes')), actions, isWhole };

          const page = await explain(
            database(),
            inOrder(reader, filter, { order: 'desc', offset: 200, limit: 50 }),
          );
          const count = await explain(database(), counting(reader, filter, 20_000));

          t.deepEqual([...page.rows, ...count.rows], [], 'looks at rows');
          t.deepEqual(page.sorts, [], 'sorts');
        });
      }
    }
  },
  fill,
);

interface Plan {
  /** Steps that read rows of `changes`, not only an index. */
  rows: string[];
  /** Steps that sort changes; sorting what several lists have given is none. */
  sorts: string[];
}

async function explain({ db }: TestDatabase, query: Knex.QueryBuilder): Promise<Plan> {
  const { sql, bindings } = query.toSQL().toNative();
  if (db.engine === 'sqlite') {
    const steps: { id: number; parent: number; detail: string }[] = await db.reader.raw(
      `EXPLAIN QUERY PLAN ${sql}`,
      [...bindings],
    );
    // Several lists are merged: each is cut to a page's worth before it is sorted in with the others.
    const merging = steps.filter(({ detail }) => /^(?:LEFT|RIGHT)$/.test(detail)).map(({ id }) => id);
    return {
      rows: details(steps.filter(({ detail }) => /\bchanges\b/.test(detail) && !detail.includes('COVERING'))),
      sorts: details(
        steps.filter(
          ({ detail, parent }) => detail.includes('TEMP B-TREE FOR ORDER') && !merging.includes(parent),
        ),
      ),
    };
  }
  const [steps]: { table: string; Extra: string }[][] = await db.reader.raw(`EXPLAIN ${sql}`, [...bindings]);
  const changes = steps!.filter(({ table }) => table === 'changes');
  return {
    rows: changes.filter(({ Extra }) => !Extra.includes('Using index')).map((step) => JSON.stringify(step)),
    sorts: changes.filter(({ Extra }) => Extra.includes('filesort')).map((step) => JSON.stringify(step)),
  };
}

function details(steps: readonly { detail: string }[]): string[] {
  return steps.map(({ detail }) => detail);
}
