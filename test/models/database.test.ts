import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { migrate, openDatabase } from '../../models/database.ts';
import { migrationNames } from '../../models/migrations/list.ts';
import { createDatabase, forEachEngine } from '../helpers/database.ts';

const run = promisify(execFile);

forEachEngine(test, (name, database, engine) => {
  test(name('migrating makes the schema, and a second time does nothing'), async (t) => {
    const { db, remove } = await createDatabase(engine, 'empty');
    t.teardown(remove);

    const first = await migrate(db);
    const second = await migrate(db);

    t.deepEqual(first, [...migrationNames]);
    t.deepEqual(second, []);
    t.true(await db.reader.schema.hasTable('units'));
  });

  test(name('processes that start at the same time migrate once'), async (t) => {
    const { db, url, folder, remove } = await createDatabase(engine, 'empty');
    t.teardown(remove);
    // Processes of their own: within one, the second would stop the first while it waits for SQLite's lock.
    const program = new URL('../helpers/migrate-program.ts', import.meta.url).pathname;
    const start = () => run(process.execPath, [program, url ?? '', folder]);

    const runs = await Promise.all([start(), start(), start()]);

    t.is(runs.map(({ stdout }) => stdout.trim()).join(''), migrationNames.join(' '));
    t.true(await db.reader.schema.hasTable('units'));
  });

  test(name('a lock that a crashed migration left behind does not stop the start'), async (t) => {
    const { db, remove } = await createDatabase(engine);
    t.teardown(remove);
    await db.writer('knex_migrations_lock').update({ is_locked: 1 });

    await t.notThrowsAsync(migrate(db));
  });

  test(name('a database of a newer version is refused'), async (t) => {
    const { db, remove } = await createDatabase(engine);
    t.teardown(remove);
    await db.writer('knex_migrations').insert({ name: '999-later', batch: 2, migration_time: new Date() });

    await t.throwsAsync(migrate(db), { message: /newer version \(it has 999-later\)/ });
  });

  test(name('a repeatable transaction is all or nothing, and those after it last again'), async (t) => {
    const { db } = database();
    const add = (code: string, error?: Error) =>
      db.transaction(async (trx) => {
        await trx('settings').insert({ name: code, value: '1' });
        if (error) {
          throw error;
        }
        return engine === 'sqlite' ? trx.raw('PRAGMA synchronous') : null;
      }, 'repeatable');

    const during = await add('hasty');
    await t.throwsAsync(add('failed', new Error('no')), { message: 'no' });

    t.deepEqual(await db.reader('settings').whereIn('name', ['hasty', 'failed']).pluck('name'), ['hasty']);
    if (engine === 'sqlite') {
      t.deepEqual(during, [{ synchronous: 1 }]);
      t.deepEqual(await db.writer.raw('PRAGMA synchronous'), [{ synchronous: 2 }]);
    }
  });

  test(name('constraints hold after migrating'), async (t) => {
    const { db } = database();

    await t.throwsAsync(
      db.writer('plurals').insert({
        language_id: 123_456,
        source: 0,
        number: 1,
        formula: '0',
        type: 0,
        categories: 'other',
      }),
      { message: /foreign key/i },
    );
  });

  test(name('texts compare byte by byte, and lower() folds every letter'), async (t) => {
    const { db } = database();
    await db.writer('settings').insert({ name: 'Žluť', value: '1' });

    const exact = await db.reader('settings').where('name', 'žluť');
    const folded = await db.reader('settings').whereRaw('lower(name) = ?', ['žluť']);

    t.is(exact.length, 0);
    t.is(folded.length, 1);
  });

  test(name('large numbers and sums come back as numbers'), async (t) => {
    const { db } = database();
    const time = Date.now();
    await db.writer('actors').insert({ key: 'numbers', epoch: time });

    const row = await db.reader('actors').where('key', 'numbers').sum({ sum: 'epoch' }).first('epoch');

    t.deepEqual({ ...row }, { epoch: time, sum: time });
  });

  test(name('too long a value is an error and is never cut'), async (t) => {
    const { db } = database();

    const insert = db.writer('settings').insert({ name: 'x'.repeat(101), value: '1' });

    // SQLite has no lengths: there the value is kept whole.
    const error = await insert.then(() => null, String);
    const stored = await db.reader('settings').whereRaw('length(name) > 99').first('name');
    t.true(engine === 'mysql' ? error?.includes('too long') : stored.name.length === 101);
  });

  test(name('reads do not wait for an open transaction, and see what it commits'), async (t) => {
    const { db } = database();
    await db.writer('settings').insert({ name: 'reader', value: 'before' });
    const valueNow = async () => (await db.reader('settings').where('name', 'reader').first()).value;

    const during = await db.transaction(async (trx) => {
      await trx('settings').where('name', 'reader').update({ value: 'after' });
      return valueNow();
    });
    const after = await valueNow();

    t.is(during, 'before');
    t.is(after, 'after');
  });

  test(name('a failed transaction leaves nothing and its connection is good again'), async (t) => {
    const { db } = database();

    const failed = db.transaction(async (trx) => {
      await trx('settings').insert({ name: 'rolled back', value: '1' });
      throw new Error('on purpose');
    });

    await t.throwsAsync(failed, { message: 'on purpose' });
    t.is((await db.writer('settings').where('name', 'rolled back')).length, 0);
  });

  test(name('opening says which server it could not reach, without the password'), async (t) => {
    // A port that was free a moment ago.
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const url = engine === 'mysql' ? `mysql://ana:secret@127.0.0.1:${port}/l10n` : null;

    const error = await t.throwsAsync(openDatabase({ url, folder: '/nowhere/at/all' }));

    t.true(
      error?.message.includes(engine === 'mysql' ? `mysql://ana@127.0.0.1:${port}/l10n` : '/nowhere/at/all'),
    );
    t.false(error?.message.includes('secret'));
  });
});

forEachEngine(test, (name, database, engine) => {
  if (engine === 'sqlite') {
    test(name('the reader cannot write'), async (t) => {
      const { db } = database();

      await t.throwsAsync(db.reader('settings').insert({ name: 'x', value: '1' }), { message: /readonly/ });
    });

    test(name('what is committed survives a power cut'), async (t) => {
      const { db } = database();

      const [mode] = await db.writer.raw('PRAGMA journal_mode');
      const [level] = await db.writer.raw('PRAGMA synchronous');

      t.deepEqual([mode.journal_mode, level.synchronous], ['wal', 2]);
    });

    test(name('a statement is prepared once per connection'), async (t) => {
      const { db } = database();
      const connection = await db.writer.client.acquireConnection();
      t.teardown(() => db.writer.client.releaseConnection(connection));

      const first = connection.prepare('SELECT 1 AS one');
      const again = connection.prepare('SELECT 1 AS one');
      for (let index = 0; index < 600; index += 1) {
        connection.prepare(`SELECT ${index} AS number`);
      }
      const evicted = connection.prepare('SELECT 1 AS one');

      t.is(first, again);
      t.not(first, evicted);
      t.deepEqual(evicted.all(), [{ one: 1 }]);
    });

    test(name('a kept statement follows a change of its table'), async (t) => {
      const { db, remove } = await createDatabase(engine);
      t.teardown(remove);
      const rows = () => db.writer('actors').select('*');
      await db.writer('actors').insert({ key: 'a' });
      await rows();

      await db.writer.schema.alterTable('actors', (table) => table.integer('extra').defaultTo(7));

      t.deepEqual(await rows(), [{ key: 'a', epoch: 0, extra: 7 }]);
    });

    test(name('a transaction holds the write lock from its beginning'), async (t) => {
      const { db, folder } = database();
      const other = await openDatabase({ url: null, folder });
      t.teardown(() => other.close());
      await other.writer.raw('PRAGMA busy_timeout = 1');

      const refused = await db.transaction(async () =>
        other.transaction(async (trx) => trx('settings')).then(() => null, String),
      );

      t.regex(refused ?? '', /database is locked/);
    });
  } else {
    test(name('transactions that wait for each other both succeed'), async (t) => {
      const { db } = database();
      await db.writer('actors').insert([{ key: 'left' }, { key: 'right' }]);
      const held = new Map<string, () => void>();
      const bothHold = Promise.all(
        ['left', 'right'].map((key) => new Promise<void>((resolve) => held.set(key, resolve))),
      );
      const increment = (key: string, trx: typeof db.writer) =>
        trx('actors').where({ key }).increment('epoch');
      const cross = (first: string, second: string) =>
        db.transaction(async (trx) => {
          await increment(first, trx);
          held.get(first)?.();
          await bothHold;
          await increment(second, trx);
        });

      await Promise.all([cross('left', 'right'), cross('right', 'left')]);

      const rows = await db.reader('actors').whereIn('key', ['left', 'right']).pluck('epoch');
      t.deepEqual(rows, [2, 2]);
    });
  }
});

for (const [url, message] of [
  ['postgres://host/name', /form mysql:/],
  ['not a url', /form mysql:/],
  ['mysql://host', /no database/],
  ['mysql://host/name?pool=1', /pool=1/],
] as const) {
  test(`the database URL ${url} is refused`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-'));
    t.teardown(() => rm(folder, { recursive: true }));

    await t.throwsAsync(openDatabase({ url, folder }), { message });
  });
}
