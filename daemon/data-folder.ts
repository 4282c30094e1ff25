import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { takeLock } from './lock.ts';
import { removeOldUploads } from './old-uploads.ts';

const keyLength = 32;

/** Everything Dragoman keeps on disk, held by one process at a time. */
export interface DataFolder {
  path: string;
  /** Working copies, one folder per component. */
  vcs: string;
  /** Images of screenshots. */
  screenshots: string;
  /** Uploaded files until their request or job has read them; those of a crash go at a later start. */
  uploads: string;
  /** Repositories of the walk-through (`dragoman demo`). */
  demo: string;
  /** 32 bytes that encrypt what the database must not hold readable; without them repository credentials are lost. */
  secretKey: Buffer;
  /** Gives the folder back. */
  release(): Promise<void>;
}

/** Creates what is missing and takes the folder. @throws {Failure} when it is in use or cannot be written. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    return await takeFolder(path);
  } catch (error) {
    // What has a code comes from the operating system or SQLite: rights, a full disk, a file in the way.
    if (error instanceof Error && 'code' in error) {
      throw new Failure(`cannot use the data folder ${path}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function takeFolder(path: string): Promise<DataFolder> {
  const screenshots = join(path, 'media', 'screenshots');
  for (const folder of [path, join(path, 'keys'), join(path, 'vcs'), join(path, 'media'), screenshots]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const lock = await takeLock(path);
  try {
    const secretKey = await readSecretKey(join(path, 'keys', 'secret.key'));
    return {
      path,
      vcs: join(path, 'vcs'),
      screenshots,
      uploads: await tidyFolder(join(path, 'uploads')),
      demo: demoFolder(path),
      secretKey,
      release: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Where `dragoman demo` puts its repositories; the server admits them without any setting. */
export function demoFolder(path: string): string {
  return join(path, 'demo');
}

async function tidyFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await removeOldUploads(path, Date.now());
  return path;
}

async function readSecretKey(path: string): Promise<Buffer> {
  const text = (await readIfThere(path)) ?? (await createSecretKey(path));
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyLength) {
    throw new Failure(`${path} is damaged: expected ${keyLength} bytes in base64, found ${key.length}`);
  }
  return key;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/** On disk before it is used: a key lost in a power cut would make everything encrypted with it unreadable. */
async function createSecretKey(path: string): Promise<string> {
  const text = `${randomBytes(keyLength).toString('base64')}\n`;
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path);
  await rm(draft);
  return text;
}
