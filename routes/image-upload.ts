import { readFile } from 'node:fs/promises';
import { storeImage } from '../actors/screenshot-files.ts';
import { imageKindOf, imageKinds, recogniseImage } from '../adapters/images/image.ts';
import type { ImageSize } from '../adapters/images/size.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import type { UploadedFile } from './http/upload.ts';

/** Bytes, and pixels in each direction. */
const mostBytes = 10 * 1024 * 1024;
const mostPixels = 2000;

/**
 * Stores an uploaded image among the screenshots; gives the name of its file. Its bytes tell what it is, and its name
 * must agree; the type that the client gives counts for nothing.
 * @throws {ApiError} 400 on `image` for what is no image, or too large
 */
export async function keepImage({ services }: Call, { name, path, size }: UploadedFile): Promise<string> {
  if (size > mostBytes) {
    throw invalid('image', `The image has ${size} bytes: the maximum is ${mostBytes}.`);
  }
  const named = imageKindOf(name);
  if (!named) {
    const extensions = imageKinds.flatMap((kind) => kind.extensions).join(', ');
    throw invalid('image', `The name of an image ends with one of ${extensions}.`, 'invalid_extension');
  }
  const bytes = await readFile(path);
  const image = recogniseImage(bytes);
  if (!image) {
    const detail =
      'Upload a valid image. The file you uploaded was either not an image or a corrupted image.';
    throw invalid('image', detail, 'invalid_image');
  }
  if (image.kind !== named) {
    const detail = `The image is of the type ${image.kind.contentType}, which its name does not say.`;
    throw invalid('image', detail, 'invalid_extension');
  }
  demandPixels(image.size);
  return storeImage(services.config.screenshotsFolder, image.kind.extensions[0], bytes);
}

function demandPixels({ width, height }: ImageSize): void {
  if (width > mostPixels || height > mostPixels) {
    const most = `${mostPixels} × ${mostPixels}`;
    throw invalid('image', `The image has ${width} × ${height} pixels: the maximum is ${most}.`);
  }
}
