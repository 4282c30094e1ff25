import test, { type ExecutionContext } from 'ava';
import { Fenced, JobFailed, JobTimeout, taskResult } from '../../actors/job.ts';
import { claimJob, jobsAhead, removeEndedJobs } from '../../actors/job-rows.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { maxAttempts, maxCrashes } from '../../actors/retry.ts';
import { ActorSystem } from '../../actors/system.ts';
import type { Database } from '../../models/database.ts';
import { Job } from '../../models/job.ts';
import { LogRecord, startSystem } from '../helpers/actors.ts';
import { forEachEngine } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

const longTime = 60_000;

/** Every system works off all jobs of its database: these tests run one after the other, each with no jobs at first. */
forEachEngine(test, (name, database) => {
  function story(title: string, run: (t: ExecutionContext, db: Database) => Promise<void>): void {
    test.serial(name(title), async (t) => {
      const { db } = database();
      await Job.query(db.writer).delete();
      await run(t, db);
    });
  }

  story('a job gives its result to the one who asked', async (t, db) => {
    const { system } = await startSystem(t, db, async (_ctx, kind, payload) => ({ kind, payload }));

    const result = await system.ask('a', 'greet', { name: 'žluťoučký' }, { timeoutMs: longTime });

    t.deepEqual(result, { kind: 'greet', payload: { name: 'žluťoučký' } });
  });

  story('jobs of one key run one at a time and in order', async (t, db) => {
    const order: unknown[] = [];
    let running = 0;
    const { system } = await startSystem(t, db, async (_ctx, _kind, payload) => {
      running += 1;
      t.is(running, 1);
      await Job.query(db.reader).first();
      order.push(payload);
      running -= 1;
    });
    const numbers = Array.from({ length: 20 }, (_item, index) => index);

    for (const number of numbers) {
      await system.tell('a', 'count', number);
    }
    await until(() => order.length === numbers.length);

    t.deepEqual(order, numbers);
  });

  story('keys run side by side', async (t, db) => {
    const both = Promise.withResolvers<void>();
    let running = 0;
    const { system } = await startSystem(t, db, async () => {
      running += 1;
      if (running === 2) {
        both.resolve();
      }
      await both.promise;
    });

    const asked = ['a', 'b'].map((key) => system.ask(key, 'wait', null, { timeoutMs: longTime }));

    await t.notThrowsAsync(Promise.all(asked));
  });

  story('a job can do its database work only while the key is its own', async (t, db) => {
    const taken = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<unknown>();
    const { system, log } = await startSystem(t, db, async (ctx) => {
      if (ctx.epoch > 1) {
        return 'second';
      }
      await ctx.commit((trx) => trx('settings').insert({ name: 'before', value: 'x' }));
      await taken.promise;
      const late = ctx.commit((trx) => trx('settings').insert({ name: 'after', value: 'x' }));
      late.catch(outcome.resolve);
      return late;
    });
    const { id } = await system.tell('fenced', 'work', null);
    await until(() => db.reader('settings').where({ name: 'before' }).first());

    const claimed = await db.transaction((trx) => claimJob(trx, 'fenced'));
    taken.resolve();

    t.is(claimed?.id, id);
    t.true((await outcome.promise) instanceof Fenced);
    t.is(await db.reader('settings').where({ name: 'after' }).first(), undefined);
    t.is((await system.wait(id, () => false, longTime)).result, 'second');
    t.deepEqual(log.errors, []);
  });

  story('the last work of a job and its end are one', async (t, db) => {
    const { system, log } = await startSystem(t, db, async (ctx, _kind, payload) => {
      ctx.log('Working');
      const value = await ctx.finish(async (trx) => {
        await trx('settings').insert({ name: `last:${payload}`, value: 'x' });
        if (payload === 'failing' && ctx.attempt === 1) {
          throw new Error('busy');
        }
        return { payload };
      });
      ctx.log('Too late');
      return { not: value };
    });

    t.deepEqual(await system.ask('a', 'work', 'good', { timeoutMs: longTime }), { payload: 'good' });
    t.deepEqual(await system.ask('a', 'work', 'failing', { timeoutMs: longTime }), { payload: 'failing' });

    const [good, failing] = await Job.query(db.reader).orderBy('id');
    t.like(good, { state: 'done', progress: 100, log: 'Working', attempt: 0 });
    t.is(failing?.attempt, 1);
    t.is(log.errors.length, 1);
  });

  story('equal jobs that wait are one job, until it starts', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const { system } = await startSystem(t, db, async (_ctx, _kind, payload) => {
      seen.push(payload);
      await release.promise;
    });
    const first = await system.tell('a', 'commit', 1, { dedupe: 'commit:a' });
    await until(() => seen.length === 1);

    const second = await system.tell('a', 'commit', 2, { dedupe: 'commit:a' });
    const third = await system.tell('a', 'commit', 3, { dedupe: 'commit:a' });
    release.resolve();
    await system.wait(second.id, () => false, longTime);

    t.not(first.uuid, second.uuid);
    t.deepEqual(third, second);
    t.deepEqual(seen, [1, 2]);
  });

  story('a job told in a transaction exists if and only if that commits', async (t, db) => {
    const seen: unknown[] = [];
    const { system } = await startSystem(t, db, async (_ctx, _kind, payload) => seen.push(payload));

    await t.throwsAsync(
      db.transaction(async (trx) => {
        await system.tell('a', 'work', 'rolled back', { trx });
        throw new Error('no');
      }),
      { message: 'no' },
    );
    const { id } = await db.transaction((trx) => system.tell('a', 'work', 'committed', { trx }));
    await system.wait(id, () => false, longTime);

    t.deepEqual(seen, ['committed']);
  });

  story(
    'a failed run is tried again after a while, and the result is that of the good one',
    async (t, db) => {
      const attempts: number[] = [];
      const { system, log } = await startSystem(t, db, async (ctx) => {
        attempts.push(ctx.attempt);
        if (ctx.attempt < 3) {
          throw new Error('busy');
        }
        return 'at last';
      });

      t.is(await system.ask('a', 'work', null, { timeoutMs: longTime }), 'at last');

      t.deepEqual(attempts, [1, 2, 3]);
      t.is(log.errors.length, 2);
    },
  );

  story('a job that waits to be tried again does not hold up the next one', async (t, db) => {
    const { system } = await startSystem(t, db, async (_ctx, kind) => {
      if (kind === 'bad') {
        throw new Error('busy');
      }
    });
    const bad = await system.tell('a', 'bad', null);
    await until(async () => (await find(db, bad.id)).attempt === 2);

    await system.ask('a', 'good', null, { timeoutMs: longTime });

    t.is((await find(db, bad.id)).state, 'queued');
    t.true(await system.cancel(bad.uuid));
  });

  story(
    'a job that never works fails in the end, and tells nothing of the inside of the server',
    async (t, db) => {
      const { system } = await startSystem(t, db, async () => {
        throw new Error('secret of the inside');
      });
      const { id } = await system.tell('a', 'work', null);
      await Job.query(db.writer)
        .findById(id)
        .patch({ attempt: maxAttempts - 1 });

      const job = await system.wait(id, () => false, longTime);

      t.is(job.state, 'failed');
      t.true(job.attempt >= maxAttempts);
      t.regex(String(taskResult(job)), new RegExp(`^Unexpected error; .* ${job.uuid}\\.$`));
      t.notRegex(job.log, /secret/);
    },
  );

  story("the asker's mistake fails the job at once, with what is to blame", async (t, db) => {
    const { system, log } = await startSystem(t, db, async () => {
      throw new JobFailed('The branch does not exist.', { attr: 'branch', code: 'does_not_exist' });
    });

    const error = await t.throwsAsync(system.ask('a', 'create', null, { timeoutMs: longTime }), {
      instanceOf: JobFailed,
    });

    t.like(error, { message: 'The branch does not exist.', attr: 'branch', code: 'does_not_exist' });
    const [job] = await Job.query(db.reader);
    t.like(job, { state: 'failed', attempt: 1, log: 'The branch does not exist.' });
    t.is(job && taskResult(job), 'The branch does not exist.');
    t.deepEqual(log.errors, []);
  });

  story('the one who waits too long gets the uuid, and the job goes on', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const { system } = await startSystem(t, db, () => release.promise);

    const error = await t.throwsAsync(system.ask('a', 'work', null, { timeoutMs: 50 }), {
      instanceOf: JobTimeout,
    });
    release.resolve();

    const { id } = await Job.query(db.reader).findOne({ uuid: error?.uuid }).throwIfNotFound();
    t.is((await system.wait(id, () => false, longTime)).state, 'done');
  });

  story('progress, step and log can be seen while the job runs, and stay', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const { system } = await startSystem(t, db, async (ctx) => {
      ctx.step('fetch');
      ctx.log('Fetching');
      ctx.progress(40, 'Nearly half');
      await release.promise;
      ctx.progress(100, 'Last word');
      return { component: 5 };
    });
    const { id } = await system.tell('a', 'create', null);

    const during = await system.wait(id, (job) => job.progress > 0, longTime);
    release.resolve();
    const after = await system.wait(id, () => false, longTime);

    t.like(during, { state: 'running', step: 'fetch', progress: 40, log: 'Fetching\nNearly half' });
    t.is(taskResult(during), null);
    t.like(after, { state: 'done', progress: 100, log: 'Fetching\nNearly half\nLast word' });
    t.deepEqual(taskResult(after), { component: 5 });
    t.truthy(after.finished_at);
  });

  story('many steps of progress are few writes', async (t, db) => {
    const { system } = await startSystem(t, db, async (ctx) => {
      for (let line = 0; line < 1000; line += 1) {
        ctx.progress(line / 10, `line ${line}`);
      }
    });
    let writes = 0;
    const count = ({ sql }: { sql: string }) => {
      writes += /^update .jobs/.test(sql) ? 1 : 0;
    };
    db.writer.on('query', count);
    t.teardown(() => db.writer.off('query', count));

    const { id } = await system.tell('a', 'work', null);
    const { log } = await system.wait(id, () => false, longTime);

    t.is(log.split('\n').length, 1000);
    t.true(writes < 10, `${writes} writes`);
  });

  story('a waiting job can be cancelled, a running one cannot', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const { system } = await startSystem(t, db, async (_ctx, _kind, payload) => {
      seen.push(payload);
      await release.promise;
    });
    const running = await system.tell('a', 'work', 'running');
    await until(() => seen.length === 1);
    const asked = system.ask('a', 'work', 'waiting', { timeoutMs: longTime });
    const waiting = await until(() => Job.query(db.reader).findOne({ state: 'queued' }));

    t.true(await system.cancel(waiting.uuid));
    t.false(await system.cancel(running.uuid));
    t.false(await system.cancel('00000000-0000-0000-0000-000000000000'));

    await t.throwsAsync(asked, { instanceOf: JobFailed, message: /cancelled/ });
    release.resolve();
    await system.wait(running.id, () => false, longTime);
    t.deepEqual(seen, ['running']);
  });

  story('what runs before a job can be asked for, the running one first', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const { system } = await startSystem(t, db, () => release.promise);
    const first = await system.tell('a', 'one', null);
    await system.wait(first.id, ({ state }) => state === 'running', longTime);
    await system.tell('a', 'two', null);
    await system.tell('b', 'other', null);
    const last = await system.tell('a', 'three', null);

    const ahead = await jobsAhead(db.reader, await find(db, last.id));
    release.resolve();

    t.deepEqual(
      ahead.map(({ kind, state }) => [kind, state]),
      [
        ['one', 'running'],
        ['two', 'queued'],
      ],
    );
  });

  story('a job whose wake-up was lost is found', async (t, db) => {
    const { system } = await startSystem(t, db, async () => 'found');
    const deaf = new ActorSystem({
      db,
      mailbox: new LocalMailbox(1),
      behaviour: async () => 'never',
      log: new LogRecord(),
    });

    const { id } = await deaf.tell('a', 'work', null);

    t.is((await system.wait(id, () => false, longTime)).result, 'found');
  });

  story('a job for later does not run before its time', async (t, db) => {
    const seen: unknown[] = [];
    const { system } = await startSystem(t, db, async (_ctx, _kind, payload) => seen.push(payload));
    const later = await system.tell('a', 'work', 'later', { runAfter: Date.now() + 3_600_000 });

    await system.ask('a', 'work', 'now', { timeoutMs: longTime });
    t.is((await find(db, later.id)).state, 'queued');
    await Job.query(db.writer).findById(later.id).patch({ run_after: 0 });
    await system.wait(later.id, () => false, longTime);

    t.deepEqual(seen, ['now', 'later']);
  });

  story('stopping lets the running job finish and starts no other', async (t, db) => {
    const release = Promise.withResolvers<void>();
    const { system } = await startSystem(t, db, () => release.promise);
    const first = await system.tell('a', 'one', null);
    await system.wait(first.id, ({ state }) => state === 'running', longTime);
    const second = await system.tell('a', 'two', null);

    const stopped = system.stop();
    release.resolve();
    await stopped;

    t.is((await find(db, first.id)).state, 'done');
    t.is((await find(db, second.id)).state, 'queued');
  });

  story('a job that does not finish in time is aborted and runs again in the next process', async (t, db) => {
    const { system } = await startSystem(t, db, async ({ signal }) => {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const { id } = await system.tell('a', 'work', null);
    await system.wait(id, ({ state }) => state === 'running', longTime);
    const waiting = system.wait(id, () => false, longTime);

    await Promise.all([system.stop(0), t.throwsAsync(waiting, { instanceOf: JobTimeout })]);
    const between = await find(db, id);
    const next = await startSystem(t, db, async ({ attempt, crashes }) => ({ attempt, crashes }));

    t.is(between.state, 'queued');
    t.deepEqual((await next.system.wait(id, () => false, longTime)).result, { attempt: 1, crashes: 0 });
  });

  story('a job that a crash cut off runs again and knows it', async (t, db) => {
    const dead = await claimedByDeadProcess(db);

    const { system } = await startSystem(t, db, async ({ attempt, crashes }) => ({ attempt, crashes }));

    const job = await system.wait(dead.id, () => false, longTime);
    t.deepEqual(job.result, { attempt: 1, crashes: 1 });
    t.true(job.epoch > dead.epoch);
  });

  story('a job that was cut off too often fails', async (t, db) => {
    const dead = await claimedByDeadProcess(db);
    await Job.query(db.writer).findById(dead.id).patch({ crashes: maxCrashes });

    const { system } = await startSystem(t, db, async () => 'never');

    const job = await system.wait(dead.id, () => false, longTime);
    t.is(job.state, 'failed');
    t.regex(String(taskResult(job)), /stopped 10 times/);
  });

  story('ended jobs are forgotten after their time, unfinished ones are kept', async (t, db) => {
    const { system } = await startSystem(t, db, async () => 'done');
    await system.ask('a', 'work', null, { timeoutMs: longTime });
    await system.tell('a', 'work', null, { runAfter: Date.now() + 3_600_000 });

    t.is(await removeEndedJobs(db.writer, Date.now() - 1000), 0);
    t.is(await removeEndedJobs(db.writer, Date.now() + 1000), 1);

    t.is((await Job.query(db.reader)).length, 1);
  });
});

async function find(db: Database, id: number): Promise<Job> {
  return Job.query(db.reader).findById(id).throwIfNotFound();
}

/** Leaves a job behind as a process does that dies while running it. */
async function claimedByDeadProcess(db: Database): Promise<Job> {
  const dead = new ActorSystem({
    db,
    mailbox: new LocalMailbox(1),
    behaviour: async () => 'never',
    log: new LogRecord(),
  });
  await dead.tell('a', 'work', null);
  const job = await db.transaction((trx) => claimJob(trx, 'a'));
  return job ?? Promise.reject(new Error('there is no job to claim'));
}
