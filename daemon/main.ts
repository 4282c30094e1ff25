import { componentBehaviour } from '../actors/component.ts';
import { HelperGitRunner } from '../actors/git-runner.ts';
import { LocalMailbox } from '../actors/mailbox.ts';
import { renewMissingCopies } from '../actors/missing-copies.ts';
import { recoverFolder } from '../actors/recovery.ts';
import { ActorSystem } from '../actors/system.ts';
import { openPool } from '../adapters/pool.ts';
import type { Database } from '../models/database.ts';
import { Milestones } from '../models/milestones.ts';
import { seed } from '../models/seed.ts';
import { gitExport } from '../routes/git-export.ts';
import { apiMiddleware } from '../routes/http/dispatch.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { Failure } from './failure.ts';
import { showFirstCredentials } from './first-credentials.ts';
import { listen } from './listener.ts';
import { type Log, openLog } from './log.ts';
import { apiSettings, componentSettings, repositoryPolicy } from './part-settings.ts';
import { startSchedule } from './schedule.ts';
import { Shutdown } from './shutdown.ts';
import { bringUpToDate, connect } from './storage.ts';
import { readVersion } from './version.ts';

export interface DaemonOptions {
  logStream: { write(line: string): void };
  /** Where the address and, at the first start, the credentials are shown. */
  print: (line: string) => void;
}

export interface Daemon {
  /** Such as `http://127.0.0.1:8080/`. */
  address: string;
  /** Stops in order, within half a minute. @throws {AggregateError} with what could not be stopped. */
  stop(): Promise<void>;
}

/** Seconds from the first step of a stop within which jobs may finish. */
const graceForJobs = 25;
const graceForRequests = 10;

/**
 * Starts everything, each part once what it needs is up: data folder, database, workers, actors, schedule, HTTP. They
 * stop in the reverse order, so that no request finds its actor or its database gone.
 * @throws {Failure} for what the operator can mend; what had been started is stopped again.
 */
export async function startDaemon(config: Config, options: DaemonOptions): Promise<Daemon> {
  const shutdown = new Shutdown();
  const log = openLog(config.logLevel, options.logStream);
  try {
    const address = await startParts(config, { ...options, log, shutdown });
    log.info({ address, data: config.data }, 'started');
    options.print(`Dragoman serves ${config.url ?? address.replace(/\/$/, '')}/`);
    let stopped: Promise<void> | null = null;
    return {
      address,
      stop() {
        stopped ??= stopParts(shutdown, log);
        return stopped;
      },
    };
  } catch (error) {
    if (!(error instanceof Failure)) {
      log.fatal({ err: error }, 'start failed');
    }
    await shutdown.run().catch((failures: unknown) => log.error({ err: failures }, 'clean-up failed'));
    throw error;
  }
}

async function stopParts(shutdown: Shutdown, log: Log): Promise<void> {
  log.info({}, 'stopping');
  try {
    await shutdown.run();
  } catch (error) {
    log.error({ err: error }, 'stopped, but not cleanly');
    throw error;
  }
  log.info({}, 'stopped');
}

interface Parts {
  log: Log;
  print: (line: string) => void;
  shutdown: Shutdown;
}

async function startParts(config: Config, { log, print, shutdown }: Parts): Promise<string> {
  const version = await readVersion();
  const data = await openDataFolder(config.data);
  shutdown.add('data folder', 5, () => data.release());

  const db = await connect(config);
  shutdown.add('database', 5, () => db.close());
  const migrations = await bringUpToDate(db);
  log.info({ engine: db.engine, migrations }, 'database ready');
  showFirstCredentials(await seed(db, { adminToken: config.adminToken }), config, print);

  const recovered = await recoverFolder(data.vcs);
  log.info(recovered, 'working copies ready');

  const pool = openPool({ threads: config.workers });
  shutdown.add('format workers', 5, () => pool.close());

  const runner = new HelperGitRunner(data.vcs);
  shutdown.add('git helper', 5, () => runner.close());

  const actors = new ActorSystem({
    db,
    mailbox: new LocalMailbox(config.jobs),
    behaviour: componentBehaviour({ db, pool, runner, ...componentSettings(config, data), version }),
    log,
  });
  await actors.start();
  shutdown.add('actors', graceForJobs + 4, () => actors.stop(graceLeft(shutdown)));
  log.info({ missing: await renewMissingCopies(db, actors, data.vcs) }, 'working copies looked for');

  const stopSchedule = startSchedule({
    db,
    actors,
    log,
    autoUpdate: config.autoUpdate,
    uploadsFolder: data.uploads,
    screenshotsFolder: data.screenshots,
  });
  shutdown.add('schedule', 5, stopSchedule);

  const repositories = { policy: repositoryPolicy(config, data), secretKey: data.secretKey };
  const settings = { ...apiSettings(config, data), version };
  const milestones = new Milestones();
  const api = apiMiddleware({ db, actors, pool, runner, config: settings, repositories, milestones, log });
  const isReady = async () => !shutdown.hasBegun && answers(db, log);
  const app = createApp({
    log,
    proxies: config.trustedProxies,
    api,
    git: gitExport({ db, config: settings }),
    isReady,
  });
  const listener = await listen(config.listen, app.callback());
  shutdown.add('listener', graceForRequests + 2, () => listener.close(graceForRequests));
  return listener.address;
}

/** What is left of the jobs' time after requests have had theirs. */
function graceLeft(shutdown: Shutdown): number {
  return Math.max(1000, graceForJobs * 1000 - shutdown.elapsed);
}

async function answers(db: Database, log: Log): Promise<boolean> {
  try {
    await db.reader.raw('SELECT 1').timeout(2000);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'database does not answer');
    return false;
  }
}
