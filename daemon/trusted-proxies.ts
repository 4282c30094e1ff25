import { BlockList, isIP } from 'node:net';
import type { Middleware } from 'koa';

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;

/**
 * Lets `X-Forwarded-…` headers pass only when the connection comes from one of `networks`; else anybody could choose
 * the address that throttling sees and the host in every answered URL. Of several addresses in `X-Forwarded-For` the
 * last one that is not itself a trusted proxy stays, because what stands before it is the client's own claim.
 */
export function trustedProxies(networks: readonly string[]): Middleware {
  const trusted = blockListOf(networks);

  function isTrusted(address: string): boolean {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && trusted.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  }

  return (ctx, next) => {
    const { headers, socket } = ctx.req;
    if (!isTrusted(socket.remoteAddress ?? '')) {
      for (const name of forwardedHeaders) {
        delete headers[name];
      }
      return next();
    }
    const chain = String(headers['x-forwarded-for'] ?? '').split(',');
    const addresses = chain.map((item) => item.trim());
    const client = addresses.findLast((address) => !isTrusted(address)) ?? addresses[0] ?? '';
    delete headers['x-forwarded-for'];
    if (isIP(client) !== 0) {
      headers['x-forwarded-for'] = client;
    }
    return next();
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      list.addAddress(address, family);
    } else {
      list.addSubnet(address, Number(prefix), family);
    }
  }
  return list;
}
