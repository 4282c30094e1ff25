import { connect, type Socket } from 'node:net';
import { processorTime } from './memory.ts';
import type { BenchServer } from './server.ts';

/** A server to ask: its address, its process, and what each request says beside the path. */
export type Target = Pick<BenchServer, 'url' | 'pid' | 'headers'>;

/** What asking a server again and again came to. */
export interface Rate {
  /** Requests a second. */
  perSecond: number;
  /** Microseconds of processor time of the server for each request. */
  processor: number;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** The bytes of a request; `body` is sent as JSON. */
export function encode({ url, headers }: Target, method: string, path: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    Host: new URL(url).host,
    Accept: 'application/json',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

/**
 * Sends what `request` gives for 0, 1, 2 and so on over `connections` that stay open, each with one request at a time, for
 * `seconds`. It reads no more of an answer than its length: Node's own client would be slower than what it measures.
 * @throws {Error} for an answer that is no success
 */
export async function measureRate(
  { url, pid }: Target,
  request: (number: number) => Buffer,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Rate> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  const worked = await processorTime(pid);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let sent = 0;
  const next = () => (performance.now() < end ? request(sent++) : null);
  try {
    await Promise.all(sockets.map((socket) => keepAsking(socket, next)));
  } finally {
    for (const socket of sockets) {
      socket.destroy();
    }
  }
  const took = (performance.now() - begin) / 1000;
  const processor = (1_000_000 * ((await processorTime(pid)) - worked)) / sent;
  return { perSecond: sent / took, processor };
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends what `next` gives, each when the one before is answered, until it gives nothing. */
function keepAsking(socket: Socket, next: () => Buffer | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const ask = () => {
      const request = next();
      if (request === null) {
        resolve();
        return;
      }
      socket.write(request);
    };
    let head = Buffer.alloc(0);
    /** Bytes of the answer that are still to come; null: its head is not complete. */
    let missing: number | null = null;
    socket.on('data', (data) => {
      let body = data.length;
      if (missing === null) {
        head = head.length === 0 ? data : Buffer.concat([head, data]);
        const length = head.indexOf(endOfHead);
        if (length < 0) {
          return;
        }
        const text = head.toString('latin1', 0, length);
        const size = /^content-length: (?<size>\d+)/im.exec(text)?.groups?.size;
        if (!text.startsWith('HTTP/1.1 200') || size === undefined) {
          reject(new Error(`unexpected answer: ${head.toString('utf8', 0, 1000)}`));
          return;
        }
        body = head.length - length - endOfHead.length;
        missing = Number(size);
        head = Buffer.alloc(0);
      }
      missing -= body;
      if (missing === 0) {
        missing = null;
        ask();
      }
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed a connection')));
    ask();
  });
}
