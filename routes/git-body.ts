import { PassThrough, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Context } from 'koa';
import { tooLarge, unparsable } from './http/errors.ts';

/** What a client names of commits it has or wants, unpacked; 16 MiB are some 300,000 of them. */
const largestRequest = 16 * 1024 * 1024;

/** How a pipe to a program that has ended fails, by how far it had read. */
const endsOfGit = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/**
 * Hands the body of a git client's request, unpacked, through `watched` to git.
 * @throws {ApiError} 400 when it cannot be unpacked, 413 when it is too large
 */
export async function sendBody(ctx: Context, watched: Transform, stdin: Writable): Promise<void> {
  // The request must outlive a refusal: destroying it would cut the connection before the answer.
  const body = ctx.req.iterator({ destroyOnReturn: false });
  const isPacked = /^(?:x-)?gzip$/i.test(ctx.get('Content-Encoding'));
  try {
    await pipeline(body, isPacked ? createGunzip() : new PassThrough(), limited, watched, stdin);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) {
      throw unparsable('The body is not what its Content-Encoding says.');
    }
    // Git has ended without reading all, the end of its input included; how it ended says whether that is wrong.
    const clientIsGone = ctx.req.destroyed && !ctx.req.complete;
    if (clientIsGone || !endsOfGit.includes(code)) {
      throw error;
    }
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > largestRequest) {
      throw tooLarge(largestRequest);
    }
    yield chunk;
  }
}
