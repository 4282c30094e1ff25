import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

export interface FakeRemote {
  /** Such as `http://127.0.0.1:41234`. */
  url: string;
  /** Values of the header `Authorization` that came in; '' for none. */
  authorizations: string[];
}

/** An HTTP server that refuses everybody: it asks for a password and never takes one. */
export async function refusingServer(t: ExecutionContext): Promise<FakeRemote> {
  const authorizations: string[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization ?? '');
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, authorizations };
}

/** An HTTP server that answers every request with a redirect. */
export async function redirectingServer(
  t: ExecutionContext,
  status: number,
  target: (path: string) => string,
): Promise<FakeRemote> {
  const server = createServer((request, response) => {
    response.writeHead(status, { location: target(request.url ?? '') }).end();
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, authorizations: [] };
}

/**
 * An HTTP server that has the bare repository at `/hello.git`, and tells those who ask for `/hello` that it moved there.
 * @param password of the user `ana`; without it everybody may read
 */
export async function movedServer(
  t: ExecutionContext,
  repository: string,
  password?: string,
): Promise<FakeRemote> {
  const authorizations: string[] = [];
  const expected = `Basic ${Buffer.from(`ana:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const given = request.headers.authorization ?? '';
    authorizations.push(given);
    if (password !== undefined && given !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (path.startsWith('/hello/')) {
      response.writeHead(301, { location: path.replace('/hello/', '/hello.git/') }).end();
    } else {
      // What git calls the dumb protocol: the files of the repository as they are.
      const file = join(repository, new URL(path, 'http://x').pathname.replace('/hello.git/', ''));
      readFile(file).then(
        (content) => response.end(content),
        () => response.writeHead(404).end(),
      );
    }
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, authorizations };
}

/**
 * A server that takes every connection and never says a word. `connected` resolves at the first one; `hangUp` ends
 * those there are.
 */
export async function silentServer(t: ExecutionContext): Promise<{
  port: number;
  connected: Promise<void>;
  disconnected: Promise<void>;
  hangUp: () => void;
}> {
  const connection = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const hangUp = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  t.teardown(hangUp);
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    connection.resolve();
    socket.on('close', () => end.resolve());
    socket.on('error', () => end.resolve());
    socket.resume();
  });
  return { port: await listen(t, server), connected: connection.promise, disconnected: end.promise, hangUp };
}

async function listen(t: ExecutionContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}
