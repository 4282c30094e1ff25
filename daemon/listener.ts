import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from './failure.ts';
import type { ListenAddress } from './setting.ts';

export interface Listener {
  /** `http://127.0.0.1:8080/`: with the real port where 0 was asked for. */
  address: string;
  /** Takes no more connections, lets requests under way finish for `seconds`, then cuts them. */
  close(seconds: number): Promise<void>;
}

/** @throws {Failure} when the address cannot be used. */
export async function listen({ host, port }: ListenAddress, handle: RequestListener): Promise<Listener> {
  const server = createServer(handle);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new Failure(`cannot listen on ${host}:${port}: ${reasonOf(error)}`, { cause: error });
  }
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    address: `http://${name}:${bound.port}/`,
    close: (seconds) => close(server, seconds),
  };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return 'another program uses this port (DRAGOMAN_LISTEN chooses another)';
  }
  return error instanceof Error ? error.message : String(error);
}

async function close(server: Server, seconds: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection whose last request ended after `close` stays open for keep-alive, and would be waited for.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  try {
    await closed;
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
