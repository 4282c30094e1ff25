import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import { errorBody, serverErrorBody } from '../routes/http/error-body.ts';
import { notFound } from '../routes/http/errors.ts';
import { accessLog } from './access-log.ts';
import type { Log } from './log.ts';
import { trustedProxies } from './trusted-proxies.ts';

export interface AppServices {
  log: Log;
  /** Addresses and networks whose `X-Forwarded-…` headers count. */
  proxies: readonly string[];
  /** Answers under /api/. */
  api: Middleware;
  /** Answers under /git/. */
  git: Middleware;
  /** Whether requests can be served now. */
  isReady(): Promise<boolean>;
}

/** The HTTP side of the daemon: what every request passes, readiness, the API, repositories, and 404 for all else. */
export function createApp({ log, proxies, api, git, isReady }: AppServices): Koa {
  // Koa believes these headers from everybody; the first middleware leaves only those of trusted proxies.
  const app = new Koa({ proxy: true });
  app.on('error', (error: Error) => logConnectionError(log, error));

  app.use(trustedProxies(proxies));
  app.use(accessLog(log));
  app.use(answerBugs(log));
  app.use(helmet());
  app.use(readiness(isReady));
  app.use(api);
  app.use(git);
  app.use((ctx) => {
    const error = notFound();
    ctx.status = error.status;
    ctx.body = errorBody(error);
  });
  return app;
}

/** Errors that get here are nobody's on purpose: the log has all of it, the client learns nothing about the inside. */
function answerBugs(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      log.error({ err: error, requestId: ctx.state.requestId }, 'request failed');
      ctx.status = 500;
      ctx.body = serverErrorBody();
    }
  };
}

/** `GET /healthz` for load balancers and service managers: 200 `ok`, or 503 while starting, stopping or broken. */
function readiness(isReady: () => Promise<boolean>): Middleware {
  return async (ctx, next) => {
    if (!/^\/healthz\/?$/.test(ctx.path) || !['GET', 'HEAD'].includes(ctx.method)) {
      return next();
    }
    const ready = await isReady();
    ctx.status = ready ? 200 : 503;
    ctx.type = 'text/plain';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = ready ? 'ok\n' : 'not ready\n';
  };
}

/** Koa reports here what goes wrong after an answer has begun, mostly clients that went away. */
function logConnectionError(log: Log, error: Error): void {
  const isClientGone = 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code));
  log[isClientGone ? 'debug' : 'error']({ err: error }, 'answer broken off');
}
