import { crc32, inflateRawSync } from 'node:zlib';
import { FormatError } from '../adapter.ts';
import { checkUnpacked, packedData, type ZipEntry, type ZipLimits, zipEntries } from './directory.ts';
import type { ZipFile } from './write.ts';

/** The files of a ZIP archive, unpacked at once; for small ones. @throws {FormatError} as `zipEntries`, and on damage */
export function unzip(bytes: Uint8Array, limits: ZipLimits): ZipFile[] {
  return zipEntries(bytes, limits).map((entry) => {
    const packed = packedData(bytes, entry);
    const unpacked = entry.method === 0 ? packed : inflate(packed, entry);
    checkUnpacked(entry, unpacked.length, crc32(unpacked));
    return { path: entry.path, bytes: unpacked, stored: entry.method === 0 };
  });
}

function inflate(packed: Buffer, { path, size }: ZipEntry): Uint8Array {
  try {
    // One byte of room: more than the declared size is a lie, and ends here instead of in memory.
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw new FormatError(`"${path}" is damaged`, 0, { cause });
  }
}
