import { setImmediate as turn } from 'node:timers/promises';
import { keyOf } from '../actors/component.ts';
import type { ActorSystem } from '../actors/system.ts';
import { Component } from '../models/component.ts';
import type { Database } from '../models/database.ts';
import type { AutoUpdate } from './auto-update.ts';

const hourMs = 3_600_000;

/** Jobs start within this time, so that not all remotes are asked at once. */
const spreadMs = 50 * 60_000;

/** No job starts before every server has had its turn to add it. */
const leastDelayMs = 2 * 60_000;

/**
 * Adds a job for every working copy that has its turn in the hour of `now`: each has one hour of the day. Several servers
 * on one database add it once, as long as it waits.
 */
export async function addUpstreamChecks(
  { db, actors }: { db: Database; actors: ActorSystem },
  autoUpdate: AutoUpdate,
  now: Date,
): Promise<void> {
  if (autoUpdate === 'none') {
    return;
  }
  const kind = autoUpdate === 'full' ? 'pull' : 'fetch';
  const start = Math.floor(now.getTime() / hourMs) * hourMs;
  for (const component of await withTurn(db, now.getHours())) {
    await actors.tell(
      keyOf(component),
      kind,
      { component_id: component.id },
      {
        dedupe: `schedule:${kind}:${component.id}:${start / hourMs}`,
        runAfter: now.getTime() + delayOf(component.id),
        componentId: component.id,
      },
    );
    // With SQLite no request would get a turn before the last of them.
    await turn();
  }
}

/** Milliseconds into the hour: the same on every day and every server, and far apart for neighbours. */
export function delayOf(componentId: number): number {
  const place = Math.floor(componentId / 24);
  // Steps of the golden ratio fill an interval evenly, however many there are.
  return leastDelayMs + Math.floor(((place * 0.618_033_988_75) % 1) * spreadMs);
}

/** Components with a repository of their own whose hour (0 to 23) it is. */
export async function withTurn(db: Database, hour: number): Promise<Component[]> {
  return Component.query(db.reader)
    .select('id', 'linked_component_id')
    .whereNull('linked_component_id')
    .whereNot('vcs', 'local')
    .whereRaw('id % 24 = ?', [hour])
    .orderBy('id');
}
