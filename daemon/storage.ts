import { type Database, migrate, openDatabase } from '../models/database.ts';
import type { Config } from './config.ts';
import { Failure } from './failure.ts';
import { withoutSecrets } from './redaction.ts';

type Place = Pick<Config, 'data' | 'databaseUrl'>;

/** Connects to the configured database. @throws {Failure} when it cannot be reached. */
export async function connect({ data, databaseUrl }: Place): Promise<Database> {
  try {
    return await openDatabase({ url: databaseUrl, folder: data });
  } catch (error) {
    throw new Failure(reasonOf(error), { cause: error });
  }
}

/** Brings the schema up to date and gives the names of what was run. @throws {Failure} when that is not possible. */
export async function bringUpToDate(db: Database): Promise<string[]> {
  try {
    return await migrate(db);
  } catch (error) {
    throw new Failure(`the database was not brought up to date: ${reasonOf(error)}`, { cause: error });
  }
}

/** Runs `work` on the database of a server that has been started at least once, running or not. */
export async function withDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await connect(place);
  try {
    if (!(await db.reader.schema.hasTable('users'))) {
      throw new Failure('the database is empty; start the server once to set it up');
    }
    return await work(db);
  } finally {
    await db.close();
  }
}

/** A connection that was refused on each of a host's addresses has no message of its own, only a code. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = (error instanceof Error ? error.message : String(error)).trim();
  const text = message === '' || message.endsWith(':') ? `${message} ${code}` : message;
  return withoutSecrets(text.trim());
}
