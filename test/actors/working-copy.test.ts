import { execFileSync } from 'node:child_process';
import {
  access,
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import {
  copyFolder,
  createCopy,
  hasCopy,
  isSafePath,
  PathError,
  readFromCopy,
  removeCopy,
  removeFromCopy,
  writeToCopy,
} from '../../actors/working-copy.ts';
import { FormatError } from '../../adapters/adapter.ts';
import { temporaryFolder } from '../helpers/folder.ts';

test('a working copy takes its name when it is whole', async (t) => {
  const vcs = await temporaryFolder(t);
  const folder = copyFolder(vcs, 5);

  await createCopy(folder, async (part) => {
    t.false(await hasCopy(folder));
    t.not(part, folder);
    await mkdir(join(part, '.git'));
    await writeFile(join(part, 'a.txt'), 'a');
  });

  t.true(await hasCopy(folder));
  t.is(await readFile(join(folder, 'a.txt'), 'utf8'), 'a');
  t.deepEqual(await readdir(vcs), ['5']);
});

test('a working copy that could not be made leaves nothing', async (t) => {
  const vcs = await temporaryFolder(t);
  const failing = createCopy(copyFolder(vcs, 5), async (part) => {
    await writeFile(join(part, 'a.txt'), 'half');
    throw new Error('no network');
  });

  await t.throwsAsync(failing, { message: 'no network' });

  t.deepEqual(await readdir(vcs), []);
});

test('a new working copy replaces an old one as a whole', async (t) => {
  const vcs = await temporaryFolder(t);
  const folder = copyFolder(vcs, 5);
  await mkdir(folder);
  await writeFile(join(folder, 'old.txt'), 'old');

  await createCopy(folder, (part) => mkdir(join(part, '.git')).then(() => undefined));

  t.deepEqual(await readdir(folder), ['.git']);
});

test('a folder without the mark is no working copy', async (t) => {
  const vcs = await temporaryFolder(t);
  await mkdir(join(vcs, '5', '.git'), { recursive: true });

  t.false(await hasCopy(copyFolder(vcs, 5)));
  t.false(await hasCopy(copyFolder(vcs, 6)));
});

test('a removed working copy is gone, a missing one is no error', async (t) => {
  const vcs = await temporaryFolder(t);
  const folder = copyFolder(vcs, 5);
  await createCopy(folder, (part) => mkdir(join(part, '.git')).then(() => undefined));

  await removeCopy(folder);
  await removeCopy(folder);

  t.deepEqual(await readdir(vcs), []);
});

const paths: Record<string, boolean> = {
  'a.txt': true,
  'locale/cs/LC_MESSAGES/ž ý.po': true,
  'a..b/c...d': true,
  '.github/a.txt': true,
  '.gitignore': true,
  'a.git/b': true,
  '': false,
  '.': false,
  '..': false,
  '../a': false,
  'a/../b': false,
  './a': false,
  'a//b': false,
  'a/': false,
  '/etc/passwd': false,
  '.git': false,
  '.git/config': false,
  '.GIT/config': false,
  'a/.git/config': false,
  '.hg/hgrc': false,
  'a\\..\\b': false,
  'a\0b': false,
};

for (const [path, isSafe] of Object.entries(paths)) {
  test(`the path ${JSON.stringify(path)} is ${isSafe ? '' : 'not '}safe`, async (t) => {
    t.is(isSafePath(path), isSafe);
    if (!isSafe) {
      const folder = await temporaryFolder(t);
      await t.throwsAsync(readFromCopy(folder, path), { instanceOf: PathError });
      await t.throwsAsync(writeToCopy(folder, path, 'x'), { instanceOf: PathError });
      await t.throwsAsync(removeFromCopy(folder, path), { instanceOf: PathError });
    }
  });
}

/** A working copy in a folder that has more, with links of all kinds. */
async function withLinks(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const outside = await temporaryFolder(t);
  const folder = join(outside, 'copy');
  await mkdir(join(folder, '.git'), { recursive: true });
  await mkdir(join(folder, 'locale'));
  await mkdir(join(outside, 'copy-two'));
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(outside, 'copy-two', 'a.txt'), 'secret');
  await writeFile(join(folder, '.git', 'config'), 'config');
  await writeFile(join(folder, 'locale', 'cs.po'), 'cs');
  await symlink('../secret.txt', join(folder, 'up.txt'));
  await symlink('/etc/hostname', join(folder, 'absolute.txt'));
  await symlink('..', join(folder, 'up'));
  await symlink('../copy-two', join(folder, 'sibling'));
  await symlink('.git', join(folder, 'meta'));
  await symlink('nothing/there', join(folder, 'dangling.txt'));
  await symlink('loop.txt', join(folder, 'loop.txt'));
  await symlink('locale', join(folder, 'translations'));
  await symlink('locale/cs.po', join(folder, 'cs.po'));
  return folder;
}

for (const path of [
  'up.txt',
  'absolute.txt',
  'up/secret.txt',
  'up/new.txt',
  'sibling/a.txt',
  'meta/config',
  'dangling.txt',
  'loop.txt',
]) {
  test(`a link that leads out is not followed: ${path}`, async (t) => {
    const folder = await withLinks(t);

    await t.throwsAsync(readFromCopy(folder, path), { instanceOf: PathError });
    await t.throwsAsync(writeToCopy(folder, path, 'x'), { instanceOf: PathError });

    t.is(await readFile(join(folder, '..', 'secret.txt'), 'utf8'), 'secret');
    await t.throwsAsync(access(join(folder, '..', 'new.txt')), { code: 'ENOENT' });
  });
}

test('a link inside is followed, and stays a link when it is written', async (t) => {
  const folder = await withLinks(t);

  await writeToCopy(folder, 'cs.po', 'new');
  await writeToCopy(folder, 'translations/de/new.po', 'de');

  t.is(await readFile(join(folder, 'locale', 'cs.po'), 'utf8'), 'new');
  t.is(await readFile(join(folder, 'locale', 'de', 'new.po'), 'utf8'), 'de');
});

test('a missing file is no content', async (t) => {
  const folder = await temporaryFolder(t);

  t.is(await readFromCopy(folder, 'locale/cs.po'), null);
});

test('bytes are read as they are', async (t) => {
  const folder = await temporaryFolder(t);
  const bytes = new Uint8Array([0xff, 0x00, 0x0d, 0x0a]);
  await writeToCopy(folder, 'a.bin', bytes);

  t.deepEqual(new Uint8Array((await readFromCopy(folder, 'a.bin')) ?? []), bytes);
});

test('a folder and a pipe are no files', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'locale'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);

  await t.throwsAsync(readFromCopy(folder, 'locale'), { instanceOf: FormatError });
  await t.throwsAsync(readFromCopy(folder, 'pipe'), { instanceOf: FormatError });
});

test('a file that is too large is not read', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'a.po'), '');
  await truncate(join(folder, 'a.po'), 50 * 1024 * 1024 + 1);

  await t.throwsAsync(readFromCopy(folder, 'a.po'), { instanceOf: FormatError, message: /52428801 bytes/ });
});

test('writing keeps the mode of the file and leaves nothing beside it', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'run.sh'), 'old');
  await chmod(join(folder, 'run.sh'), 0o755);

  await writeToCopy(folder, 'run.sh', 'new');
  await writeToCopy(folder, 'plain.txt', 'new');

  t.is((await stat(join(folder, 'run.sh'))).mode & 0o777, 0o755);
  t.is((await stat(join(folder, 'plain.txt'))).mode & 0o777, 0o644);
  t.deepEqual(await readdir(folder), ['plain.txt', 'run.sh']);
});

test('a write that fails leaves the file and nothing beside it', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'taken', 'inside'), { recursive: true });

  await t.throwsAsync(writeToCopy(folder, 'taken', 'x'));

  t.deepEqual(await readdir(folder), ['taken']);
});

test('a file is deleted, of a link the link alone', async (t) => {
  const folder = await withLinks(t);

  await removeFromCopy(folder, 'cs.po');
  await removeFromCopy(folder, 'never-there.po');

  t.is(await readFile(join(folder, 'locale', 'cs.po'), 'utf8'), 'cs');
  t.false((await readdir(folder)).includes('cs.po'));
});
