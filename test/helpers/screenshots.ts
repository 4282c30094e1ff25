import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Screenshot } from '../../models/screenshot.ts';
import type { Translation } from '../../models/translation.ts';
import { pngImage } from './images.ts';
import type { TestServer } from './server.ts';

/** A screenshot with its image, as an upload leaves it. */
export async function addScreenshot(
  server: TestServer,
  translation: Translation,
  fields: Partial<Screenshot> = {},
): Promise<Screenshot> {
  const image = `${randomUUID()}.png`;
  await writeFile(join(screenshotsFolder(server), image), pngImage(2, 1));
  const row = { translation_id: translation.id, name: 'Login', image, timestamp: Date.now(), ...fields };
  return Screenshot.query(server.db.writer).insertAndFetch(row);
}

/** Names of all images that the server stores. */
export function storedImages(server: TestServer): Promise<string[]> {
  return readdir(screenshotsFolder(server));
}

export function screenshotsFolder(server: TestServer): string {
  return join(server.database.folder, 'media', 'screenshots');
}
