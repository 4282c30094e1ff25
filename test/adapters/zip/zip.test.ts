import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { zipEntries } from '../../../adapters/zip/directory.ts';
import { unzip } from '../../../adapters/zip/read.ts';
import { unpackEntry } from '../../../adapters/zip/unpack.ts';
import { zip, zipStream } from '../../../adapters/zip/write.ts';

const limits = { files: 100, total: 1_000_000 };
const text = (value: string) => Buffer.from(value);

test('what was packed comes out again, stored or compressed, with names in UTF-8', (t) => {
  const long = text('abc'.repeat(1000));
  const files = [
    { path: 'mimetype', bytes: text('x'), stored: true },
    { path: 'po/čeština.po', bytes: long },
    { path: 'empty', bytes: text('') },
  ];

  const archive = zip(files);

  t.true(archive.length < 1000);
  t.deepEqual(
    unzip(archive, limits).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    files.map(({ path, bytes }) => [path, bytes.toString()]),
  );
});

test('the stream gives the same bytes as the whole', async (t) => {
  const files = [
    { path: 'a', bytes: text('one') },
    { path: 'b/c', bytes: text('two'.repeat(100)) },
  ];
  const parts: Buffer[] = [];

  for await (const part of zipStream(files)) {
    parts.push(part);
  }

  t.deepEqual(Buffer.concat(parts), zip(files));
});

test('another program can read the archive, and we read its own', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const archive = join(folder, 'a.zip');
  writeFileSync(
    archive,
    zip([{ path: 'dir/a.txt', bytes: text('hello'.repeat(50)), modified: new Date(0) }]),
  );
  const script = [
    'import sys, zipfile',
    'z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; assert z.read("dir/a.txt") == b"hello" * 50',
    'o = zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED); o.writestr("b.txt", "world" * 50); o.close()',
  ].join('\n');

  execFileSync('python3', ['-c', script, archive, join(folder, 'b.zip')]);

  const [file] = unzip(readFileSync(join(folder, 'b.zip')), limits);
  t.is(file?.path, 'b.txt');
  t.is(Buffer.from(file?.bytes ?? []).toString(), 'world'.repeat(50));
});

const unsafePaths = ['../out', 'a/../../out', '/etc/passwd', 'C:\\x', 'a\\..\\b'];
for (const path of unsafePaths) {
  test(`a file named ${path} is refused`, (t) => {
    const archive = zip([{ path, bytes: text('x') }]);

    t.throws(() => unzip(archive, limits), { instanceOf: FormatError, message: /leaves the archive/ });
  });
}

test('hostile archives are refused before they are unpacked', (t) => {
  const bomb = zip([{ path: 'zeros', bytes: Buffer.alloc(2_000_000) }]);
  const many = zip(Array.from({ length: 101 }, (_, index) => ({ path: `f${index}`, bytes: text('') })));
  const twice = zip([
    { path: 'a', bytes: text('1') },
    { path: 'a', bytes: text('2') },
  ]);
  const link = zip([{ path: 'link', bytes: text('/etc/passwd') }]);
  link.writeUInt32LE((0o120777 << 16) >>> 0, link.indexOf('PK\x01\x02') + 38);
  const damaged = zip([{ path: 'a', bytes: text('hello') }]);
  damaged[damaged.indexOf('hello')] = 0;
  const encrypted = zip([{ path: 'a', bytes: text('hello') }]);
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x01\x02') + 8);

  t.throws(() => unzip(bomb, limits), { instanceOf: FormatError, message: /unpacks to more than/ });
  t.throws(() => unzip(many, limits), { instanceOf: FormatError, message: /101 files/ });
  t.throws(() => unzip(twice, limits), { instanceOf: FormatError, message: /twice/ });
  t.throws(() => unzip(link, limits), { instanceOf: FormatError, message: /symbolic link/ });
  t.throws(() => unzip(damaged, limits), { instanceOf: FormatError, message: /damaged/ });
  t.throws(() => unzip(encrypted, limits), { instanceOf: FormatError, message: /encrypted/ });
  t.throws(() => unzip(text('no archive at all, but long enough'), limits), { message: /not a ZIP/ });
});

test('a directory that lies about the size does not get more room', (t) => {
  const archive = zip([{ path: 'zeros', bytes: Buffer.alloc(500_000) }]);
  archive.writeUInt32LE(10, archive.indexOf('PK\x01\x02') + 24);

  t.throws(() => unzip(archive, limits), { instanceOf: FormatError, message: /damaged/ });
});

test('entries that share their bytes are refused', (t) => {
  const archive = zip([
    { path: 'a', bytes: text('hello') },
    { path: 'b', bytes: text('hello') },
  ]);
  const second = archive.lastIndexOf('PK\x01\x02');
  archive.writeUInt32LE(0, second + 42);

  t.throws(() => unzip(archive, limits), { instanceOf: FormatError, message: /overlaps/ });
});

test('files come out one by one as they come out at once, and damage is found', async (t) => {
  const archive = zip([
    { path: 'long', bytes: Buffer.alloc(5_000_000, 'text ') },
    { path: 'stored', bytes: text('x'), stored: true },
    { path: 'empty', bytes: text('') },
  ]);
  const wide = { files: 100, total: 10_000_000 };
  const damaged = Buffer.from(archive);
  damaged[200] = damaged[200]! ^ 0xff;

  const entries = zipEntries(archive, wide);

  const unpacked = await Promise.all(entries.map((entry) => unpackEntry(archive, entry)));
  for (const [index, { bytes }] of unzip(archive, wide).entries()) {
    t.true(Buffer.from(bytes).equals(unpacked[index]!));
  }
  await t.throwsAsync(unpackEntry(damaged, zipEntries(damaged, wide)[0]!), {
    instanceOf: FormatError,
    message: /damaged/,
  });
});

test('a comment may follow the directory', (t) => {
  const archive = zip([{ path: 'a', bytes: text('hello') }]);
  const comment = Buffer.alloc(0xffff, 'c');
  archive.writeUInt16LE(comment.length, archive.length - 2);

  const [file] = unzip(Buffer.concat([archive, comment]), limits);

  t.is(file?.path, 'a');
});
