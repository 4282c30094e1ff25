import type { Database } from './database.ts';

/**
 * Strings that are edited in one transaction where many are edited one after the other. Each costs as much as a save, and all
 * counters stay locked until the transaction ends: one save of somebody else gets its turn after each. On SQLite a few share
 * the wait for the disk; on MariaDB and MySQL saves would wait for the locks of five strings, and the edits themselves take
 * twice as long then.
 */
export const editsAtOnce: Readonly<Record<Database['engine'], number>> = { sqlite: 5, mysql: 1 };
