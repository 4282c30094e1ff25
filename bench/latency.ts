import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { BenchServer } from './server.ts';

/** Milliseconds. */
export interface Latency {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** Units that saves go to, one after the other. */
export interface SaveTarget {
  server: BenchServer;
  /** URLs of units. */
  units: readonly string[];
}

/** Milliseconds between the beginnings of two saves. */
const interval = 50;

let saved = 0;

/**
 * Saves strings at a fixed pace until `work` is done, and gives how long the saves took. A save is timed from the moment
 * it was due: when the server stalls, the saves that pile up meanwhile count with their waiting, as translators would see it.
 * @throws {Error} when a save is refused
 */
export async function savesDuring({ server, units }: SaveTarget, work: Promise<unknown>): Promise<Latency> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const state = { done: false };
  const ended = work.finally(() => {
    state.done = true;
  });
  const begin = performance.now();
  for (let number = 0; !state.done; number += 1) {
    const due = begin + number * interval;
    const early = due - performance.now();
    if (early > 0) {
      await new Promise((resolve) => setTimeout(resolve, early));
    }
    const one = save(server, units, due, times);
    // The first failure is thrown below; until then it must not count as one that nobody handles.
    one.catch(() => undefined);
    running.push(one);
  }
  await ended;
  await Promise.all(running);
  return summary(times);
}

/** The same while the server has nothing else to do. */
export function savesFor(target: SaveTarget, seconds: number): Promise<Latency> {
  return savesDuring(target, new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
}

export function line(title: string, { count, p50, p99, max }: Latency, idle: Latency): string {
  const figures = [p50, p99, max].map((value) => value.toFixed(1).padStart(8));
  return `${title.padEnd(38)} ${String(count).padStart(6)} ${figures.join(' ')}   ${(p99 / idle.p99).toFixed(2)}x`;
}

export const lineHead = `${''.padEnd(38)}  saves  p50 ms   p99 ms   max ms   p99 / idle`;

async function save(
  server: BenchServer,
  units: readonly string[],
  due: number,
  times: number[],
): Promise<void> {
  saved += 1;
  const target = [`Saved text ${saved}`];
  const body = JSON.stringify({ target, state: 20 });
  await send(server, units[saved % units.length]!, body);
  times.push(performance.now() - due);
}

/** At most so many at a time, as from a browser behind a proxy: a stalled server is not buried in connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function send(server: BenchServer, url: string, body: string): Promise<void> {
  const sending = request(url, {
    method: 'PATCH',
    agent,
    headers: {
      ...server.headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    },
  });
  sending.end(body);
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const [response] = await answered.catch((error: NodeJS.ErrnoException) => {
    // The server has just closed a connection that was idle for its five seconds: nothing was sent on it.
    if (sending.reusedSocket && error.code === 'ECONNRESET') {
      return [null];
    }
    throw error;
  });
  if (response === null) {
    return send(server, url, body);
  }
  const answer = (await response.setEncoding('utf8').toArray()).join('');
  if (response.statusCode !== 200) {
    throw new Error(`PATCH ${url}: ${response.statusCode} ${answer}`);
  }
}

function summary(times: number[]): Latency {
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0 };
}
