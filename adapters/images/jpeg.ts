import { type ImageSize, largerOf } from './size.ts';

const startOfImage = 0xd8;
const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);

/** A JPEG: segments that markers begin, among them the frame's header, then the scan, and a marker for the end. */
export function jpegSize(file: Buffer): ImageSize | null {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== startOfImage) {
    return null;
  }
  let size: ImageSize | null = null;
  let at = 2;
  for (;;) {
    if (file.readUInt8(at) !== 0xff) {
      return null;
    }
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      // Padding before a marker.
      at += 1;
      continue;
    }
    if (marker === startOfScan) {
      return size && file.indexOf(endOfImage, at) > 0 ? size : null;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (isFrameHeader(marker)) {
      const found = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      size = size ? largerOf(size, found) : found;
    }
    at += 2 + Math.max(length, 2);
  }
}

/** Restart markers and a reserved one have no data. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Of all ways of coding; three numbers in their midst are tables. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
