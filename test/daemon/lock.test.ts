import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { Failure } from '../../daemon/failure.ts';
import { takeLock } from '../../daemon/lock.ts';
import { temporaryFolder } from '../helpers/folder.ts';

const lockModule = fileURLToPath(new URL('../../daemon/lock.ts', import.meta.url));

/** Another process that holds the lock of `folder` until it is killed. */
async function otherOwner(t: ExecutionContext, folder: string): Promise<ChildProcess> {
  const code = `
    import { takeLock } from ${JSON.stringify(lockModule)};
    await takeLock(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => {}, 60_000);`;
  const args = ['--input-type=module', '--eval', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

test('the lock holds until it is released', async (t) => {
  const folder = await temporaryFolder(t);
  const lock = await takeLock(folder);

  const error = await t.throwsAsync(takeLock(folder), { instanceOf: Failure });
  t.true(error.message.includes(`process ${process.pid}`));
  t.true(error.message.includes(folder));

  await lock.release();
  const again = await takeLock(folder);
  await again.release();
});

test('the pid file names the owner and goes with the lock', async (t) => {
  const folder = await temporaryFolder(t);

  const lock = await takeLock(folder);

  t.is(await readFile(join(folder, 'dragoman.pid'), 'utf8'), `${process.pid}\n`);
  await lock.release();
  t.false((await readdir(folder)).includes('dragoman.pid'));
});

test('a live process keeps everybody else out', async (t) => {
  const folder = await temporaryFolder(t);
  const owner = await otherOwner(t, folder);

  await t.throwsAsync(takeLock(folder), { message: new RegExp(`process ${owner.pid}\\)`) });
});

test('what a killed process held is free at once', async (t) => {
  const folder = await temporaryFolder(t);
  const owner = await otherOwner(t, folder);
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const lock = await takeLock(folder);

  t.is(await readFile(join(folder, 'dragoman.pid'), 'utf8'), `${process.pid}\n`);
  await lock.release();
});

test('a pid file left behind does not matter, not even with the number of a live process', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'dragoman.pid'), `${process.ppid}\n`);

  const lock = await takeLock(folder);

  await lock.release();
  t.false((await readdir(folder)).includes('dragoman.pid'));
});

test('of many starters exactly one gets the folder', async (t) => {
  const folder = await temporaryFolder(t);

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)));

  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});
