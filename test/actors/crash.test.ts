import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { cloneInto } from '../../actors/git-remote.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { ActorSystem } from '../../actors/system.ts';
import { Job } from '../../models/job.ts';
import { LogRecord } from '../helpers/actors.ts';
import { forEachEngine } from '../helpers/database.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { gitRepository } from '../helpers/git.ts';
import { until } from '../helpers/until.ts';

const keys = ['one', 'two'];
const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** At which of its words each process is killed. The n-th number counts words of that kind. */
const deaths: [step: string, count: number][] = [
  ['write', 1],
  ['commit', 1],
  ['push', 2],
  ['inside', 2],
  ['commit', 3],
  ['finalise', 3],
  ['end', 1],
  ['inside', 1],
];

forEachEngine(test, (name, database) => {
  test(name('jobs of a server that is killed again and again are all done, once and in order'), async (t) => {
    const { db, url, folder } = database();
    const vcs = await temporaryFolder(t);
    const upstream = await gitRepository(t, { 'lines.txt': '' });
    const remote = await openRemote(upstream.url, { allowLocal: true });
    for (const key of keys) {
      await mkdir(join(vcs, key));
      await cloneInto(join(vcs, key), remote, 'main');
    }
    const teller = new ActorSystem({
      db,
      mailbox: new LocalMailbox(1),
      behaviour: async () => null,
      log: new LogRecord(),
    });
    for (const line of lines) {
      for (const key of keys) {
        await teller.tell(key, 'add-line', line);
      }
    }
    const child = () => startChild(t, { url, folder, vcs, upstream: upstream.url });

    for (const [step, count] of deaths) {
      await child().dieAt(step, count);
    }
    child();
    await until(async () => (await Job.query(db.reader).whereNot({ state: 'done' })).length === 0);

    for (const key of keys) {
      t.is(await upstream.show('lines.txt', key), `${lines.join('\n')}\n`);
      const log = await upstream.log(key);
      t.deepEqual(log.map(({ message }) => message.split('\n')[0]).reverse(), [
        'Start',
        ...lines.map((line) => `Line ${line}`),
      ]);
      t.is(execFileSync('git', ['fsck', '--strict'], { cwd: join(vcs, key), encoding: 'utf8' }), '');
    }
    const jobs = await Job.query(db.reader);
    t.true(jobs.every(({ attempt }) => attempt === 0));
    t.true(jobs.some(({ crashes }) => crashes > 0));
    t.is((await db.reader('settings')).length, keys.length * lines.length);
  });
});

function startChild(t: ExecutionContext, places: object) {
  const script = new URL('crash-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(places)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }
  t.teardown(kill);
  return {
    /** Lets it run until it has said the word that often. */
    async dieAt(step: string, count: number): Promise<void> {
      let left = count;
      for await (const line of createInterface({ input: child.stdout })) {
        left -= line === step ? 1 : 0;
        if (left === 0) {
          break;
        }
      }
      await kill();
    },
  };
}
