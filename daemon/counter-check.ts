import { setImmediate as pause } from 'node:timers/promises';
import type { Database } from '../models/database.ts';
import { type Drift, findDriftIn } from '../models/drift.ts';
import { findSumDrift } from '../models/sum-drift.ts';
import { Translation } from '../models/translation.ts';

interface ErrorLog {
  error(fields: object, message: string): void;
}

/** Translations whose strings are counted in one query. */
const batchSize = 10;

/**
 * Compares the stored statistics with the strings, a few translations at a time, and logs what differs: that is a bug,
 * to be looked at before `dragoman check --repair` hides it. Nothing is corrected here.
 */
export async function checkCounters({ db, log }: { db: Database; log: ErrorLog }): Promise<void> {
  const found: Drift[] = [];
  for (let ids = await idsAfter(db, 0); ids.length > 0; ids = await idsAfter(db, ids.at(-1)!)) {
    found.push(...(await findDriftIn(db, ids)));
    await pause();
  }
  found.push(...(await findSumDrift(db)));
  if (found.length > 0) {
    log.error({ count: found.length, examples: found.slice(0, 10) }, 'statistics differ from the strings');
  }
}

async function idsAfter(db: Database, id: number): Promise<number[]> {
  const rows = await Translation.query(db.reader)
    .select('id')
    .where('id', '>', id)
    .orderBy('id')
    .limit(batchSize);
  return rows.map((row) => row.id);
}
