/** Pixels of the largest picture in a file, as its headers say; nothing is decoded. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The smallest size that holds both. */
export function largerOf(one: ImageSize, other: ImageSize): ImageSize {
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
}
