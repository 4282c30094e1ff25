import { crc32, inflateRawSync } from 'node:zlib';
import { FormatError } from '../adapter.ts';
import type { ZipFile } from './write.ts';

/** What an archive may come to before it is refused. Sizes in bytes. */
export interface ZipLimits {
  files: number;
  total: number;
}

interface Entry {
  path: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  attributes: number;
}

/**
 * The files of a ZIP archive; folders are left out. Sizes are checked before anything is unpacked, and again while
 * unpacking, because a directory can lie.
 * @throws {FormatError} on anything but a plain, honest archive: encryption, 64-bit extensions, paths that are absolute
 * or climb with `..`, symbolic links, names that occur twice, entries that overlap, wrong checksums, too much data.
 */
export function unzip(bytes: Uint8Array, limits: ZipLimits): ZipFile[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = readDirectory(buffer, limits);
  refuseOverlaps(entries, buffer);
  const seen = new Set<string>();
  const files: ZipFile[] = [];
  for (const entry of entries) {
    if (entry.path.endsWith('/')) {
      continue;
    }
    refuseUnsafe(entry);
    if (seen.has(entry.path)) {
      throw new FormatError(`"${entry.path}" is in the archive twice`);
    }
    seen.add(entry.path);
    files.push({ path: entry.path, bytes: unpack(buffer, entry), stored: entry.method === 0 });
  }
  return files;
}

function readDirectory(buffer: Buffer, limits: ZipLimits): Entry[] {
  const end = buffer.lastIndexOf('PK\x05\x06', buffer.length - 22, 'latin1');
  if (end < 0 || buffer.length < 22) {
    throw new FormatError('this is not a ZIP archive');
  }
  const count = buffer.readUInt16LE(end + 10);
  let at = buffer.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) {
    throw new FormatError('archives with 64-bit extensions are not supported');
  }
  if (count > limits.files) {
    throw new FormatError(`the archive holds ${count} files, more than the ${limits.files} allowed`);
  }
  const entries: Entry[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > buffer.length || buffer.toString('latin1', at, at + 4) !== 'PK\x01\x02') {
      throw new FormatError('the directory of the archive is damaged');
    }
    if (buffer.readUInt16LE(at + 8) & 1) {
      throw new FormatError('encrypted archives are not supported');
    }
    const nameLength = buffer.readUInt16LE(at + 28);
    const entry = {
      path: buffer.toString('utf8', at + 46, at + 46 + nameLength),
      method: buffer.readUInt16LE(at + 10),
      crc: buffer.readUInt32LE(at + 16),
      packed: buffer.readUInt32LE(at + 20),
      size: buffer.readUInt32LE(at + 24),
      offset: buffer.readUInt32LE(at + 42),
      attributes: buffer.readUInt32LE(at + 38),
    };
    total += entry.size;
    if (total > limits.total) {
      throw new FormatError(`the archive unpacks to more than ${limits.total} bytes`);
    }
    entries.push(entry);
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return entries;
}

function refuseUnsafe({ path, attributes }: Entry): void {
  const isLink = ((attributes >>> 16) & 0o170000) === 0o120000;
  if (isLink) {
    throw new FormatError(`"${path}" is a symbolic link`);
  }
  const climbs = path.split(/[\\/]/).includes('..');
  if (climbs || /^([\\/]|[A-Za-z]:)/.test(path) || path.includes('\0') || path === '') {
    throw new FormatError(`"${path}" leaves the archive`);
  }
}

/** Entries that share bytes let a small archive unpack to an enormous one without any of them looking large. */
function refuseOverlaps(entries: readonly Entry[], buffer: Buffer): void {
  let free = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < free) {
      throw new FormatError(`"${entry.path}" overlaps another file of the archive`);
    }
    free = dataStart(buffer, entry) + entry.packed;
  }
}

function dataStart(buffer: Buffer, { path, offset }: Entry): number {
  if (offset + 30 > buffer.length || buffer.toString('latin1', offset, offset + 4) !== 'PK\x03\x04') {
    throw new FormatError(`"${path}" is missing from the archive`);
  }
  return offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28);
}

function unpack(buffer: Buffer, entry: Entry): Uint8Array {
  const start = dataStart(buffer, entry);
  const packed = buffer.subarray(start, start + entry.packed);
  const bytes = inflate(packed, entry);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) {
    throw new FormatError(`"${entry.path}" is damaged`);
  }
  return bytes;
}

function inflate(packed: Buffer, { path, method, size }: Entry): Uint8Array {
  if (method === 0) {
    return packed;
  }
  if (method !== 8) {
    throw new FormatError(`"${path}" is compressed by an unknown method (${method})`);
  }
  try {
    // One byte of room: more than the declared size is a lie, and ends here instead of in memory.
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw new FormatError(`"${path}" is damaged`, 0, { cause });
  }
}
