import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive. `path` uses `/` and is relative. */
export interface ZipFile {
  path: string;
  bytes: Uint8Array;
  /** Kept uncompressed, as the first entry of OpenDocument files must be. */
  stored?: boolean;
  modified?: Date;
}

/**
 * The pieces of a ZIP archive, one per file and a last one with the directory, so that a big archive never stands in memory
 * as a whole. Plain ZIP without 64-bit extensions.
 * @throws {RangeError} past 4 GiB or 65,535 files.
 */
export async function* zipStream(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const file of files) {
    const { local, central } = entryRecords(file, offset);
    directory.push(central);
    offset += local.length;
    if (offset > 0xffffffff || directory.length > 0xffff) {
      throw new RangeError('the archive is too large for a plain ZIP file');
    }
    yield local;
  }
  yield Buffer.concat([...directory, endRecord(directory, offset)]);
}

/** A whole archive; for small ones. */
export function zip(files: Iterable<ZipFile>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, central } = entryRecords(file, offset);
    parts.push(local);
    directory.push(central);
    offset += local.length;
  }
  return Buffer.concat([...parts, ...directory, endRecord(directory, offset)]);
}

/** Bit 11: names are UTF-8. */
const flags = 0x800;

function entryRecords({ path, bytes, stored = false, modified }: ZipFile, offset: number) {
  const deflated = stored ? null : deflateRawSync(bytes);
  const data = deflated && deflated.length < bytes.length ? deflated : bytes;
  const name = Buffer.from(path, 'utf8');
  // From "version needed" to "extra length": the 26 bytes that both headers share.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(flags, 2);
  shared.writeUInt16LE(data === bytes ? 0 : 8, 4);
  shared.writeUInt32LE(dosTime(modified), 6);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, data]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  // 0x14: made by a file system without permissions, so that unpacking uses the user's own.
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, name]);
  return { local, central };
}

function endRecord(directory: Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}

/** MS-DOS time and date in one number; 1980-01-01 when unknown, so that equal files give equal archives. */
function dosTime(modified?: Date): number {
  if (!modified || modified.getUTCFullYear() < 1980) {
    return 0x00210000;
  }
  const date =
    ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  const time =
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
