import { type ImageSize, largerOf } from './size.ts';

const extension = 0x21;
const picture = 0x2c;
const trailer = 0x3b;

/** A GIF: blocks up to the trailer. Pictures may reach beyond the screen, which the file's header gives. */
export function gifSize(file: Buffer): ImageSize | null {
  if (!/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) {
    return null;
  }
  let size: ImageSize = { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  let pictures = 0;
  let at = 13 + coloursLength(file.readUInt8(10));
  // Some programs leave the trailer out.
  while (pictures === 0 || at !== file.length) {
    switch (file.readUInt8(at)) {
      case extension:
        at = afterBlocks(file, at + 2);
        break;
      case picture:
        size = largerOf(size, {
          width: file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5),
          height: file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7),
        });
        pictures += 1;
        at = afterBlocks(file, at + 11 + coloursLength(file.readUInt8(at + 9)));
        break;
      case trailer:
        return pictures > 0 ? size : null;
      default:
        return null;
    }
  }
  return size;
}

/** Bytes of the table of colours that the flags tell of. */
function coloursLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Where a row of data blocks ends: each begins with its length, the last is empty. */
function afterBlocks(file: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = file.readUInt8(at);
    at += 1 + length;
    if (length === 0) {
      return at;
    }
  }
}
