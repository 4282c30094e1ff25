import type { ExecutionContext } from 'ava';
import type { Behaviour } from '../../actors/job.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { ActorSystem, type SystemLog, type SystemOptions } from '../../actors/system.ts';
import type { Database } from '../../models/database.ts';

/** Keeps what was logged. */
export class LogRecord implements SystemLog {
  errors: [fields: object, message: string][] = [];

  info(): undefined {
    return undefined;
  }

  error(fields: object, message: string): void {
    this.errors.push([fields, message]);
  }
}

/** A started system of its own that runs four keys at a time and stops with the test. */
export async function startSystem(
  t: ExecutionContext,
  db: Database,
  behaviour: Behaviour,
  options: Partial<SystemOptions> = {},
): Promise<{ system: ActorSystem; log: LogRecord }> {
  const log = new LogRecord();
  const mailbox = new LocalMailbox(4);
  const system = new ActorSystem({ db, mailbox, behaviour, log, sweepEvery: 100, ...options });
  await system.start();
  t.teardown(() => system.stop(0));
  return { system, log };
}
