/** A string as the database knows it. Hashes are 16 hex digits. */
export interface KnownUnit {
  idHash: string;
  /** As `fingerprint` gives it for the stored values. */
  fingerprint: string;
  position: number;
}

const rowBytes = 20;

/** The rows in 20 bytes each: 100,000 of them go to a worker in no time, as objects they would block the process. */
export function packKnown(units: readonly KnownUnit[]): Uint8Array {
  const packed = Buffer.alloc(units.length * rowBytes);
  for (const [index, { idHash, fingerprint, position }] of units.entries()) {
    const start = index * rowBytes;
    packed.write(idHash, start, 8, 'hex');
    packed.write(fingerprint, start + 8, 8, 'hex');
    packed.writeUInt32LE(position, start + 16);
  }
  return packed;
}

/** What `packKnown` packed, by id hash. */
export function unpackKnown(bytes: Uint8Array): Map<string, KnownUnit> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Map<string, KnownUnit>();
  for (let start = 0; start < packed.length; start += rowBytes) {
    const idHash = packed.toString('hex', start, start + 8);
    const fingerprint = packed.toString('hex', start + 8, start + 16);
    units.set(idHash, { idHash, fingerprint, position: packed.readUInt32LE(start + 16) });
  }
  return units;
}
