/** Characters that are put together as one text before they become bytes. */
const batchLength = 100_000;

/**
 * The bytes of texts one after the other. As one text, a big file would need more memory at once than a worker can be given
 * in time, and then the whole process ends.
 */
export function joinPieces(pieces: Iterable<string>): Uint8Array {
  const batches: Buffer[] = [];
  let batch: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    batch.push(piece);
    length += piece.length;
    if (length > batchLength) {
      batches.push(Buffer.from(batch.join('')));
      batch = [];
      length = 0;
    }
  }
  return Buffer.concat([...batches, Buffer.from(batch.join(''))]);
}
