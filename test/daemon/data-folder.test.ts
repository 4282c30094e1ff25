import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { openDataFolder } from '../../daemon/data-folder.ts';
import { Failure } from '../../daemon/failure.ts';
import { temporaryFolder } from '../helpers/folder.ts';

test('a new data folder has its parts and only its owner may look', async (t) => {
  const path = join(await temporaryFolder(t), 'deep', 'data');

  const data = await openDataFolder(path);

  t.deepEqual((await readdir(path)).sort(), [
    'dragoman.lock',
    'dragoman.pid',
    'keys',
    'media',
    'uploads',
    'vcs',
  ]);
  t.is((await stat(path)).mode & 0o777, 0o700);
  t.is((await stat(join(path, 'keys'))).mode & 0o777, 0o700);
  t.is((await stat(join(path, 'keys', 'secret.key'))).mode & 0o777, 0o600);
  t.deepEqual(await readdir(join(path, 'keys')), ['secret.key']);
  t.is(data.secretKey.length, 32);
});

test('the secret key stays the same', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  const first = await openDataFolder(path);
  await first.release();

  const second = await openDataFolder(path);

  t.deepEqual(second.secretKey, first.secretKey);
});

test('an upload that nobody came for goes at a later start, a fresh one may have a job waiting', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  const first = await openDataFolder(path);
  await writeFile(join(first.uploads, 'old'), '');
  await writeFile(join(first.uploads, 'fresh'), '');
  await utimes(join(first.uploads, 'old'), new Date(0), new Date(0));
  await first.release();

  const second = await openDataFolder(path);

  t.deepEqual(await readdir(second.uploads), ['fresh']);
});

test('every installation has a key of its own', async (t) => {
  const folder = await temporaryFolder(t);

  const one = await openDataFolder(join(folder, 'one'));
  const two = await openDataFolder(join(folder, 'two'));

  t.notDeepEqual(one.secretKey, two.secretKey);
});

test('a damaged key stops the start, is left as it is, and the folder is free again', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  await (await openDataFolder(path)).release();
  await writeFile(join(path, 'keys', 'secret.key'), 'c2hvcnQ=\n');

  await t.throwsAsync(openDataFolder(path), { instanceOf: Failure, message: /secret\.key is damaged/ });

  t.is(await readFile(join(path, 'keys', 'secret.key'), 'utf8'), 'c2hvcnQ=\n');
  t.false((await readdir(path)).includes('dragoman.pid'));
});

test('a data folder in use is refused', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  await openDataFolder(path);

  await t.throwsAsync(openDataFolder(path), { instanceOf: Failure, message: /uses the data folder/ });
});

test('a file where the folder should be is told in one line', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  await writeFile(path, '');

  const error = await t.throwsAsync(openDataFolder(path), { instanceOf: Failure });

  t.true(error.message.includes(path));
  t.notRegex(error.message, /\n/);
});

test('a lock file that cannot be opened is told in one line', async (t) => {
  const path = join(await temporaryFolder(t), 'data');
  await mkdir(join(path, 'dragoman.lock'), { recursive: true });

  const error = await t.throwsAsync(openDataFolder(path), { instanceOf: Failure });

  t.regex(error.message, /^cannot use the data folder \S+: [^\n]+$/);
});
