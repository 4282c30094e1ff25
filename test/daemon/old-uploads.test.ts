import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { removeOldUploads } from '../../daemon/old-uploads.ts';
import { temporaryFolder } from '../helpers/folder.ts';

const day = 86_400;

test('uploads that lay about for more than a week are removed, folders too', async (t) => {
  const folder = await temporaryFolder(t);
  const now = 2_000_000_000;
  for (const [name, age] of [
    ['fresh', 0],
    ['waiting', 6.9],
    ['old', 7.1],
  ] as const) {
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), now - age * day, now - age * day);
  }
  await mkdir(join(folder, 'parts'));
  await writeFile(join(folder, 'parts', 'one'), '');
  await utimes(join(folder, 'parts'), now - 30 * day, now - 30 * day);

  await removeOldUploads(folder, now * 1000);

  t.deepEqual((await readdir(folder)).sort(), ['fresh', 'waiting']);
});
