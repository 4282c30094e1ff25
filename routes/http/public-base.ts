import type { Context } from 'koa';

/**
 * The base of every URL in the answer to `ctx`, without a final slash: as configured, else the origin that the client
 * used. What a proxy says about that origin counts only if the daemon let its headers pass.
 */
export function publicBase(ctx: Context, configured: string | null): string {
  if (configured !== null) {
    return configured;
  }
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(ctx.host)) {
    return `${ctx.protocol}://${ctx.host}`;
  }
  // No host, or one that could break out of a URL: the address that was really reached.
  const { localAddress = '127.0.0.1', localPort } = ctx.req.socket;
  return `${ctx.protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
