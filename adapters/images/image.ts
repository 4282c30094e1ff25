import { gifSize } from './gif.ts';
import { jpegSize } from './jpeg.ts';
import { pngSize } from './png.ts';
import type { ImageSize } from './size.ts';
import { webpSize } from './webp.ts';

/** A kind of images. Its reader gives null for other files, and for those that are cut off or hold no picture. */
export interface ImageKind {
  contentType: string;
  /** Of file names; the first is the usual one. */
  extensions: readonly [string, ...string[]];
  readSize(file: Buffer): ImageSize | null;
}

/** The kinds that every browser shows and none runs scripts from. */
export const imageKinds: readonly ImageKind[] = [
  { contentType: 'image/png', extensions: ['.png', '.apng'], readSize: pngSize },
  { contentType: 'image/jpeg', extensions: ['.jpg', '.jpeg'], readSize: jpegSize },
  { contentType: 'image/gif', extensions: ['.gif'], readSize: gifSize },
  { contentType: 'image/webp', extensions: ['.webp'], readSize: webpSize },
];

/** What a file is by its bytes, whatever it is called; null: none of the images here, or a broken one. */
export function recogniseImage(bytes: Uint8Array): { kind: ImageKind; size: ImageSize } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const kind of imageKinds) {
    const size = readSize(kind, file);
    if (size && size.width > 0 && size.height > 0) {
      return { kind, size };
    }
  }
  return null;
}

/** The kind of images whose names end like this one. */
export function imageKindOf(name: string): ImageKind | undefined {
  const lower = name.toLowerCase();
  return imageKinds.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)));
}

function readSize(kind: ImageKind, file: Buffer): ImageSize | null {
  try {
    return kind.readSize(file);
  } catch (error) {
    // A read past the end: the file is cut off, or a length in it is wrong.
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}
