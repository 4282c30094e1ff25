import { parseArgs } from 'node:util';
import type { Terminal } from './command.ts';
import { readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { bringUpToDate, connect } from './storage.ts';

/** Holds the data folder meanwhile: a running server must not find the schema changed under it. */
export async function migrateCommand(args: string[], { env, print }: Terminal): Promise<number> {
  parseArgs({ args });
  const config = readConfig(env);
  const data = await openDataFolder(config.data);
  try {
    const db = await connect(config);
    try {
      const names = await bringUpToDate(db);
      for (const name of names) {
        print(`done: ${name}`);
      }
      print(names.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
    } finally {
      await db.close();
    }
  } finally {
    await data.release();
  }
  return 0;
}
