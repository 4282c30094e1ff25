import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { Failure } from './failure.ts';

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes `folder` for this process. The lock is one of the operating system's on `dragoman.lock`, held through SQLite
 * because Node has no call for it: it ends with the process however that ends, so none is ever stale, and numbers that
 * systems and containers use again cannot deceive it. `dragoman.pid` only tells people who the owner is.
 *
 * Nothing else in this process may open `dragoman.lock`: POSIX drops a file's locks when any of its descriptors closes.
 * @throws {Failure} while another process holds the folder.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const pidFile = join(folder, 'dragoman.pid');
  const file = new SqliteFile(join(folder, 'dragoman.lock'), { timeout: 0 });
  try {
    // Nothing is ever written to it, so it needs no journal file beside it.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Failure(`another Dragoman${await ownerIn(pidFile)} uses the data folder ${folder}`, {
        cause: error,
      });
    }
    throw error;
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });

  return {
    async release() {
      await rm(pidFile, { force: true });
      file.close();
    },
  };
}

async function ownerIn(pidFile: string): Promise<string> {
  try {
    return ` (process ${(await readFile(pidFile, 'utf8')).trim()})`;
  } catch (error) {
    // The owner is just starting or stopping.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return '';
    }
    throw error;
  }
}
