import { FormatError } from '../adapter.ts';

/** What an archive may come to before it is refused. Sizes in bytes. */
export interface ZipLimits {
  files: number;
  total: number;
}

/** A file in an archive. */
export interface ZipEntry {
  path: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  attributes: number;
}

/**
 * The files of a ZIP archive; folders are left out. Sizes are checked here, before anything is unpacked, and again while
 * unpacking, because a directory can lie.
 * @throws {FormatError} on anything but a plain, honest archive: encryption, 64-bit extensions, paths that are absolute
 * or climb with `..`, symbolic links, names that occur twice, entries that overlap, too much data.
 */
export function zipEntries(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const buffer = asBuffer(bytes);
  const entries = readDirectory(buffer, limits);
  refuseOverlaps(entries, buffer);
  const seen = new Set<string>();
  for (const entry of entries) {
    refuseUnsafe(entry);
    if (seen.has(entry.path)) {
      throw new FormatError(`"${entry.path}" is in the archive twice`);
    }
    seen.add(entry.path);
  }
  return entries.filter(({ path }) => !path.endsWith('/'));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function readDirectory(buffer: Buffer, limits: ZipLimits): ZipEntry[] {
  const end = endRecord(buffer);
  if (end < 0) {
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
  const entries: ZipEntry[] = [];
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

/** Where the last record begins; -1: nowhere. Only a comment of up to 64 KiB can follow it. */
function endRecord(buffer: Buffer): number {
  const start = Math.max(0, buffer.length - 22 - 0xffff);
  const found = buffer.subarray(start).lastIndexOf('PK\x05\x06', -22, 'latin1');
  return found < 0 ? -1 : start + found;
}

function refuseUnsafe({ path, attributes }: ZipEntry): void {
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
function refuseOverlaps(entries: readonly ZipEntry[], buffer: Buffer): void {
  let free = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < free) {
      throw new FormatError(`"${entry.path}" overlaps another file of the archive`);
    }
    free = dataStart(buffer, entry) + entry.packed;
  }
}

function dataStart(buffer: Buffer, { path, offset }: ZipEntry): number {
  if (offset + 30 > buffer.length || buffer.toString('latin1', offset, offset + 4) !== 'PK\x03\x04') {
    throw new FormatError(`"${path}" is missing from the archive`);
  }
  return offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28);
}

/** The bytes of an entry as they are in the archive. @throws {FormatError} when they are packed in an unknown way */
export function packedData(bytes: Uint8Array, entry: ZipEntry): Buffer {
  const { path, method, packed } = entry;
  if (method !== 0 && method !== 8) {
    throw new FormatError(`"${path}" is compressed by an unknown method (${method})`);
  }
  const buffer = asBuffer(bytes);
  const start = dataStart(buffer, entry);
  return buffer.subarray(start, start + packed);
}

/** @throws {FormatError} when these are not the bytes that went into the archive */
export function checkUnpacked({ path, size, crc }: ZipEntry, length: number, checksum: number): void {
  if (length !== size || checksum !== crc) {
    throw new FormatError(`"${path}" is damaged`);
  }
}
