import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { FormatError } from '../adapter.ts';
import { checkUnpacked, packedData, type ZipEntry } from './directory.ts';

const inflate = promisify(inflateRaw);

/**
 * The bytes of one file of an archive. Unpacks beside the thread that calls, so that a large archive holds nobody up.
 * @throws {FormatError} when they are damaged, or more than the archive says
 */
export async function unpackEntry(archive: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const packed = packedData(archive, entry);
  const bytes = entry.method === 0 ? packed : await inflated(packed, entry);
  checkUnpacked(entry, bytes.length, await checksum(bytes));
  return bytes;
}

/** In pieces of a millisecond or two. */
async function checksum(bytes: Uint8Array): Promise<number> {
  const piece = 2 * 1024 * 1024;
  let sum = 0;
  for (let start = 0; start < bytes.length; start += piece) {
    sum = crc32(bytes.subarray(start, start + piece), sum);
    await turn();
  }
  return sum;
}

async function inflated(packed: Uint8Array, { path, size }: ZipEntry): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw new FormatError(`"${path}" is damaged`, 0, { cause });
  }
}
