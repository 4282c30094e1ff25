import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { readConfig } from '../../daemon/config.ts';
import { type Daemon, startDaemon } from '../../daemon/main.ts';

export interface StartedDaemon extends Daemon {
  data: string;
  printed: string[];
  /** Messages of the log so far. */
  messages: () => string[];
  /** Of `admin`; '' at a later start of the same data folder. */
  token: string;
}

/** The whole server in this process, on a free port and (unless `env` names one) an empty data folder. */
export async function startWholeServer(
  t: ExecutionContext,
  env: Record<string, string> = {},
): Promise<StartedDaemon> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-'));
  const data = env.DRAGOMAN_DATA ?? join(folder, 'data');
  const config = readConfig({ DRAGOMAN_DATA: data, DRAGOMAN_LISTEN: '127.0.0.1:0', ...env });
  const printed: string[] = [];
  const lines: string[] = [];
  // Teardowns run last first, and the folder must outlive the server.
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const daemon = await startDaemon(config, {
    logStream: { write: (line) => void lines.push(line) },
    print: (line) => void printed.push(line),
  });
  t.teardown(() => daemon.stop());
  return {
    ...daemon,
    data,
    printed,
    messages: () => lines.map((line) => JSON.parse(line).msg),
    token: /wlu_\w+/.exec(printed.join('\n'))?.[0] ?? '',
  };
}
