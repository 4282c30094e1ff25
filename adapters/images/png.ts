import { type ImageSize, largerOf } from './size.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG, also an animated one: chunks of length, type, data and checksum, up to `IEND`. */
export function pngSize(file: Buffer): ImageSize | null {
  if (!file.subarray(0, signature.length).equals(signature)) {
    return null;
  }
  let size: ImageSize | null = null;
  let hasPixels = false;
  let at = signature.length;
  for (;;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = at + 8;
    if (size === null) {
      if (type !== 'IHDR' || length !== 13) {
        return null;
      }
      size = sizeAt(file, data);
    }
    if (type === 'fcTL') {
      // A frame, after its number.
      size = largerOf(size, sizeAt(file, data + 4));
    }
    hasPixels ||= type === 'IDAT';
    at = data + length + 4;
    if (at > file.length) {
      return null;
    }
    if (type === 'IEND') {
      return hasPixels ? size : null;
    }
  }
}

function sizeAt(file: Buffer, at: number): ImageSize {
  return { width: file.readUInt32BE(at), height: file.readUInt32BE(at + 4) };
}
