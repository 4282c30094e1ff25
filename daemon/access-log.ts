import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from './log.ts';
import { withoutSecrets } from './redaction.ts';

const headerName = 'X-Request-Id';
/** What a proxy in front may call a request; anything else could forge lines in its log. */
const acceptable = /^[\w.-]{1,64}$/;

/** Gives every request an id (`ctx.state.requestId`, answered as `X-Request-Id`) and a line in the log. */
export function accessLog(log: Log): Middleware {
  return async (ctx, next) => {
    const given = ctx.get(headerName);
    const requestId = acceptable.test(given) ? given : randomUUID();
    const begin = performance.now();
    ctx.state.requestId = requestId;
    ctx.set(headerName, requestId);

    // On `close`, not after `next`: only then the answer has left, streams included.
    ctx.res.once('close', () => {
      log.info(
        {
          requestId,
          method: ctx.method,
          path: withoutSecrets(ctx.originalUrl),
          status: ctx.status,
          ms: Math.round(performance.now() - begin),
          user: ctx.state.user?.username ?? null,
          ...(ctx.res.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };
}
