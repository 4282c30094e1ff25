import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { RE2JS } from 're2js';

type Connection = BetterSqlite.Database;
interface DialectConstructor {
  new (config: Knex.Config): Knex.Client & { acquireRawConnection(): Promise<Connection> };
}

const require = createRequire(import.meta.url);
// Knex publishes its dialects as files, without types.
const Dialect: DialectConstructor = require('knex/lib/dialects/better-sqlite3/index.js');

/** As many as a search may have terms. */
const keptPatterns = 200;

/** Enough for every statement of the program; inserts of odd lengths come and go at the cold end. */
const cacheSize = 500;

/**
 * Knex's dialect prepares each statement anew, which halves the speed and leaves native memory to the garbage
 * collector. This one keeps prepared statements per connection, the least recently used going first.
 *
 * Knex copies the client's prototype for each transaction, so no state may live in fields of this class.
 */
export class SqliteDialect extends Dialect {
  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    keepStatements(connection);
    // The built-in lower() knows ASCII only; MariaDB and MySQL fold every letter.
    connection.function('lower', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? text.toLowerCase() : text,
    );
    connection.function('regexp', { deterministic: true }, matcher());
    return connection;
  }
}

/** The same, for connections that write: each transaction takes the write lock when it begins. */
export class SqliteWriterDialect extends SqliteDialect {
  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    const prepare = connection.prepare;
    // A transaction that reads first and then wants to write fails at once with SQLITE_BUSY when another process
    // wrote in between; one that starts with the lock waits for it instead (busy_timeout).
    connection.prepare = ((sql: string) =>
      prepare(sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : sql)) as Connection['prepare'];
    return connection;
  }
}

/**
 * `regexp(pattern, text)`: the operator that the other engine has built in. It runs in the server's own thread, so the
 * patterns are RE2's, which take time in proportion to the text.
 */
function matcher(): (pattern: unknown, text: unknown) => number {
  const compiled = new Map<string, RE2JS>();
  return (pattern, text) => {
    const wanted = String(pattern);
    let regex = compiled.get(wanted);
    if (!regex) {
      regex = RE2JS.compile(wanted);
      // One statement may have several, which take turns with every row.
      if (compiled.size >= keptPatterns) {
        compiled.clear();
      }
      compiled.set(wanted, regex);
    }
    return regex.matcher(String(text)).find() ? 1 : 0;
  };
}

function keepStatements(connection: Connection): void {
  const prepare = connection.prepare.bind(connection);
  const statements = new Map<string, BetterSqlite.Statement>();

  connection.prepare = ((sql: string) => {
    const known = statements.get(sql);
    const statement = known ?? prepare(withStablePlan(sql));
    if (known) {
      statements.delete(sql);
    }
    statements.set(sql, statement);
    if (statements.size > cacheSize) {
      const [oldest] = statements.keys();
      statements.delete(oldest!);
    }
    return statement;
  }) as Connection['prepare'];
}

/**
 * SQLite plans a join anew for every value that is compared with a column, because another plan might suit that value
 * better: 40 us where 5 would do. It does not for expressions, so values get a sign that changes nothing. After `<>` they
 * stay bare: what they are decides there whether an index of some of the rows will do.
 */
export function withStablePlan(sql: string): string {
  if (!/^select\b.*\bjoin\b/is.test(sql) || /'[^']*\?[^']*'/.test(sql)) {
    return sql;
  }
  return sql.replaceAll(/(?<!(?:<>|!=|\blimit|\boffset) ?)\?/gi, '+?');
}
