import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CheckedCopy, checkCopies, unfinishedCopies } from '../actors/check-copies.ts';
import { mendCopy } from '../actors/mend-copy.ts';
import { recoverFolder } from '../actors/recovery.ts';
import { openPool } from '../adapters/pool.ts';
import type { Database } from '../models/database.ts';
import { type Drift, findDrift, repairDrift } from '../models/drift.ts';
import { migrationNames } from '../models/migrations/list.ts';
import type { Terminal } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { Failure } from './failure.ts';
import { componentSettings } from './part-settings.ts';
import { withDatabase } from './storage.ts';
import { readVersion } from './version.ts';

/** Exit code 1 when something is wrong and has not been mended. */
export async function checkCommand(args: string[], { env, print }: Terminal): Promise<number> {
  const { values } = parseArgs({ args, options: { repair: { type: 'boolean', default: false } } });
  const config = readConfig(env);
  return values.repair ? repair(config, print) : check(config, print);
}

type Print = Terminal['print'];

async function check(config: Config, print: Print): Promise<number> {
  return withCurrentDatabase(config, async (db) => {
    let count = 0;
    const tell = (line: string) => {
      count += 1;
      print(line);
    };
    for (const drift of await findDrift(db)) {
      tell(describe(drift));
    }
    const vcsFolder = join(config.data, 'vcs');
    for (const name of await unfinishedCopies(db, vcsFolder)) {
      tell(`vcs/${name}: left over from a clone that was cut off`);
    }
    for await (const copy of checkCopies(db, vcsFolder)) {
      for (const line of linesOf(copy)) {
        tell(line);
      }
    }
    print(
      count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}. \`dragoman check --repair\` mends what it can.`,
    );
    return count === 0 ? 0 : 1;
  });
}

/** Holds the data folder meanwhile, so that no server works in what is being mended. */
async function repair(config: Config, print: Print): Promise<number> {
  const data = await openDataFolder(config.data);
  const pool = openPool({ threads: 1 });
  try {
    return await withCurrentDatabase(config, async (db) => {
      const drifts = await repairDrift(db);
      const unfinished = await unfinishedCopies(db, data.vcs);
      await mkdir(data.vcs, { recursive: true });
      await recoverFolder(data.vcs);
      for (const line of [
        ...drifts.map(describe),
        ...unfinished.map((name) => `vcs/${name}: left over from a clone that was cut off`),
      ]) {
        print(`${line}: mended`);
      }
      let count = drifts.length + unfinished.length;
      let left = 0;
      const version = await readVersion();
      const services = { db, pool, ...componentSettings(config, data), version };
      for await (const copy of checkCopies(db, data.vcs)) {
        const problem = await mendCopy(services, copy);
        const lines = linesOf(copy);
        count += lines.length;
        left += problem === null ? 0 : lines.length;
        for (const line of lines) {
          print(`${line}: ${problem === null ? 'mended' : `not mended: ${problem}`}`);
        }
      }
      print(count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}; mended: ${count - left}.`);
      return left === 0 ? 0 : 1;
    });
  } finally {
    await pool.close();
    await data.release();
  }
}

function withCurrentDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(config, async (db) => {
    const done: string[] = await db.reader('knex_migrations').pluck('name');
    if (migrationNames.some((name) => !done.includes(name))) {
      throw new Failure('the database is of an older version; bring it up to date with `dragoman migrate`');
    }
    return work(db);
  });
}

function linesOf({ path, findings }: CheckedCopy): string[] {
  return findings.map(({ text }) => `${path}: ${text}`);
}

function describe({ scope, scope_id, language_id, column, stored, actual }: Drift): string {
  const language = language_id === 0 ? '' : `, language ${language_id}`;
  return `${scope} ${scope_id}${language}: ${column} is ${stored}, should be ${actual}`;
}
