import { setImmediate as turn } from 'node:timers/promises';
import { schedule } from 'node-cron';
import { keyOf } from '../actors/component.ts';
import type { ComponentJobs } from '../actors/component-jobs.ts';
import { changedGlossaries, glossaryKey } from '../actors/follow-glossary.ts';
import { removeEndedJobs } from '../actors/job-rows.ts';
import { recheck } from '../actors/recheck.ts';
import type { ActorSystem } from '../actors/system.ts';
import type { Database } from '../models/database.ts';
import { removeObsoleteSuggestions } from '../models/obsolete-suggestions.ts';
import { componentsWithWaiting } from '../models/waiting-variants.ts';
import type { AutoUpdate } from './auto-update.ts';
import { checkCounters } from './counter-check.ts';
import { dueCommits } from './due-commits.ts';
import type { Log } from './log.ts';
import { removeOldUploads } from './old-uploads.ts';
import { raiseRepositoryAlerts } from './repository-alerts.ts';
import { removeUnusedImages } from './unused-images.ts';
import { addUpstreamChecks } from './upstream-checks.ts';

export interface ScheduleServices {
  db: Database;
  actors: ActorSystem;
  log: Log;
  autoUpdate: AutoUpdate;
  uploadsFolder: string;
  screenshotsFolder: string;
}

type Line = (services: ScheduleServices) => Promise<void>;

/** When (server time) what is looked at. A line adds jobs or goes through rows in small steps: git work is a job. */
const lines: readonly (readonly [when: string, name: string, run: Line])[] = [
  ['* * * * *', 'check what uses a glossary that was written', followGlossaries],
  ['* * * * *', 'group variants', followVariants],
  ['*/5 * * * *', 'commit edits that waited long enough', commitWaiting],
  ['2 * * * *', 'look for news upstream', checkUpstream],
  ['7 * * * *', 'check the strings of some components anew', checkStrings],
  ['17 * * * *', 'forget jobs that ended long ago', forgetJobs],
  ['27 * * * *', 'remove uploads that were left behind', removeUploads],
  ['35 0 * * *', 'remove obsolete suggestions', removeSuggestions],
  ['40 0 * * *', 'remove images that no screenshot has', removeImages],
  ['15 2 * * *', 'compare statistics with the strings', checkCounters],
  ['45 3 * * *', 'tell of repositories far from their remote', ({ db }) => raiseRepositoryAlerts(db)],
];

/** Starts the clock; gives what stops it and waits for a line that is just running. */
export function startSchedule(services: ScheduleServices): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const tasks = lines.map(([when, name, run]) => schedule(when, () => start(name, run), { name }));

  function start(name: string, run: Line): void {
    const line = run(services)
      // The next time is a new try; until then this is all there is to know.
      .catch((error: unknown) => services.log.error({ err: error, line: name }, 'schedule failed'))
      .finally(() => running.delete(line));
    running.add(line);
  }

  return async () => {
    for (const task of tasks) {
      await task.destroy();
    }
    await Promise.all(running);
  };
}

export async function commitWaiting({ db, actors }: Pick<ScheduleServices, 'db' | 'actors'>): Promise<void> {
  for (const component of await dueCommits(db.reader, Date.now())) {
    const payload: ComponentJobs['commit']['payload'] = { component_id: component.id };
    const dedupe = `schedule:commit:${component.id}`;
    await actors.tell(keyOf(component), 'commit', payload, { dedupe, componentId: component.id });
    // With SQLite no request would get a turn before the last of them.
    await turn();
  }
}

/** Who edits a glossary edits more than one term: what was written within a minute is looked at together. */
export async function followGlossaries({
  db,
  actors,
}: Pick<ScheduleServices, 'db' | 'actors'>): Promise<void> {
  for (const id of await changedGlossaries(db.reader)) {
    const payload: ComponentJobs['follow-glossary']['payload'] = { component_id: id };
    const key = glossaryKey(id);
    await actors.tell(key, 'follow-glossary', payload, { dedupe: key, componentId: id });
    // See `commitWaiting`.
    await turn();
  }
}

/** Strings that come through the API wait for this; a scan looks itself at what it brings. */
export async function followVariants({ db, actors }: Pick<ScheduleServices, 'db' | 'actors'>): Promise<void> {
  for (const component of await componentsWithWaiting(db.reader)) {
    const payload: ComponentJobs['follow-variants']['payload'] = { component_id: component.id };
    const dedupe = `follow-variants:${component.id}`;
    await actors.tell(keyOf(component), 'follow-variants', payload, { dedupe, componentId: component.id });
  }
}

/** Each component has its hour, once a day. */
export async function checkStrings(
  { db }: Pick<ScheduleServices, 'db'>,
  hour = new Date().getHours(),
): Promise<void> {
  await db.transaction((trx) => recheck(trx, (components) => components.whereRaw('id % 24 = ?', [hour])));
}

/** Clients read the end of a task minutes later at most; a week also serves a person who looks for a mistake. */
const jobsKept = 7 * 86_400_000;

async function forgetJobs({ db }: ScheduleServices): Promise<void> {
  await removeEndedJobs(db.writer, Date.now() - jobsKept);
}

async function checkUpstream({ autoUpdate, ...services }: ScheduleServices): Promise<void> {
  await addUpstreamChecks(services, autoUpdate, new Date());
}

async function removeUploads({ uploadsFolder }: ScheduleServices): Promise<void> {
  await removeOldUploads(uploadsFolder, Date.now());
}

async function removeSuggestions({ db, log }: ScheduleServices): Promise<void> {
  const removed = await removeObsoleteSuggestions(db);
  if (removed > 0) {
    log.info({ removed }, 'obsolete suggestions removed');
  }
}

async function removeImages({ db, log, screenshotsFolder }: ScheduleServices): Promise<void> {
  const removed = await removeUnusedImages(db, screenshotsFolder, Date.now());
  if (removed > 0) {
    log.info({ removed }, 'unused images removed');
  }
}
