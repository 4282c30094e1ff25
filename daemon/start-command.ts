import { parseArgs } from 'node:util';
import type { Terminal } from './command.ts';
import { readConfig } from './config.ts';
import { standardError } from './log.ts';
import { startDaemon } from './main.ts';

/** A terminal's Ctrl-C reaches us twice within milliseconds: from the system and from npm, which passes it on. */
const samePress = 1000;

/** Runs until a signal: the first one stops in order, one that follows later ends the process at once. */
export async function startCommand(args: string[], { env, print }: Terminal): Promise<number> {
  parseArgs({ args });
  const config = readConfig(env);
  const signalled = firstSignal();
  const daemon = await startDaemon(config, { logStream: standardError(), print });
  await signalled;
  await daemon.stop();
  return 0;
}

/** Listens from now on: a signal during the start stops what that start brings up. */
function firstSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > samePress) {
        process.exit(1);
      }
      resolve();
    });
  }
  return promise;
}
