import { type ImageSize, largerOf } from './size.ts';

/** A WebP: chunks in a RIFF container, of which some hold pictures and others only say how large they are. */
export function webpSize(file: Buffer): ImageSize | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const end = 8 + file.readUInt32LE(4);
  return end > file.length ? null : largestIn(file, 12, end, readChunk);
}

/** What one chunk says: null for a picture that is broken, undefined for what is no picture. */
type ChunkReader = (file: Buffer, type: string, data: number, end: number) => ImageSize | null | undefined;

/** Null where there is no picture, and where one of them is broken. */
function largestIn(file: Buffer, start: number, end: number, read: ChunkReader): ImageSize | null {
  let largest: ImageSize | null = null;
  for (let at = start; at + 8 <= end; ) {
    const data = at + 8;
    const length = file.readUInt32LE(at + 4);
    if (data + length > end) {
      return null;
    }
    const size = read(file, file.toString('latin1', at, at + 4), data, data + length);
    if (size === null) {
      return null;
    }
    if (size) {
      largest = largest ? largerOf(largest, size) : size;
    }
    // Chunks begin at even places.
    at = data + length + (length % 2);
  }
  return largest;
}

/** The canvas of the header, which a picture may claim to be smaller than, is looked at by browsers. */
function readChunk(file: Buffer, type: string, data: number, end: number): ImageSize | null | undefined {
  switch (type) {
    case 'VP8X':
      return sizeAt(file, data + 4);
    case 'ANMF':
      return frameSize(file, data, end);
    default:
      return readPicture(file, type, data);
  }
}

function readPicture(file: Buffer, type: string, data: number): ImageSize | null | undefined {
  switch (type) {
    case 'VP8 ':
      return lossySize(file, data);
    case 'VP8L':
      return losslessSize(file, data);
    default:
      return undefined;
  }
}

/** A frame: its place in units of two pixels, its size, how long it is shown, and chunks of its own. */
function frameSize(file: Buffer, at: number, end: number): ImageSize | null {
  const { width, height } = sizeAt(file, at + 6);
  const frame = {
    width: width + 2 * file.readUIntLE(at, 3),
    height: height + 2 * file.readUIntLE(at + 3, 3),
  };
  const inside = largestIn(file, at + 16, end, readPicture);
  return inside && largerOf(frame, inside);
}

function lossySize(file: Buffer, at: number): ImageSize | null {
  if (file.readUIntBE(at + 3, 3) !== 0x9d012a) {
    return null;
  }
  // The upper two bits say how to scale it.
  return { width: file.readUInt16LE(at + 6) & 0x3fff, height: file.readUInt16LE(at + 8) & 0x3fff };
}

function losslessSize(file: Buffer, at: number): ImageSize | null {
  if (file.readUInt8(at) !== 0x2f) {
    return null;
  }
  const bits = file.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function sizeAt(file: Buffer, at: number): ImageSize {
  return { width: file.readUIntLE(at, 3) + 1, height: file.readUIntLE(at + 3, 3) + 1 };
}
