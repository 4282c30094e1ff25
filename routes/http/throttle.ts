import type { Context } from 'koa';
import { throttled } from './errors.ts';

/** So many requests in so many seconds. */
export interface Rate {
  limit: number;
  seconds: number;
}

/** What a counted request is told; times in whole seconds. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the oldest counted request leaves the window. */
  reset: number;
}

/** Two buckets: requests without credentials by address, others by user, whatever credentials the user has. */
export class Throttle {
  #anonymous: SlidingWindow | null;
  #user: SlidingWindow | null;

  constructor(rates: { anonymous: Rate | null; user: Rate | null }) {
    this.#anonymous = rates.anonymous && new SlidingWindow(rates.anonymous);
    this.#user = rates.user && new SlidingWindow(rates.user);
  }

  /**
   * Counts the request and tells the client in headers where it stands.
   * @throws {ApiError} 429 when the client has used up its requests; this one then does not count.
   */
  count(ctx: Context, userId: number | null): void {
    const allowance =
      userId === null
        ? this.#anonymous?.take(ctx.ip, Date.now())
        : this.#user?.take(String(userId), Date.now());
    if (!allowance) {
      return;
    }
    ctx.set('X-RateLimit-Limit', String(allowance.limit));
    ctx.set('X-RateLimit-Remaining', String(allowance.remaining));
    ctx.set('X-RateLimit-Reset', String(allowance.reset));
    if (!allowance.allowed) {
      throw throttled(allowance.reset);
    }
  }
}

/**
 * Counts requests per client in a window that slides: a request counts for exactly `seconds`. A refused one does not
 * count, so a client that keeps asking is let in again as soon as its oldest request is old enough.
 */
export class SlidingWindow {
  #rate: Rate;
  /** Times of the counted requests of each client, oldest first, never empty. */
  #seen = new Map<string, number[]>();
  #sweptAt = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Counts a request of `client` at `now` (milliseconds). */
  take(client: string, now: number): Allowance {
    const { limit, seconds } = this.#rate;
    this.#sweep(now);
    const times = this.#seen.get(client) ?? [];
    dropUntil(times, now - seconds * 1000);
    const allowed = times.length < limit;
    if (allowed) {
      times.push(now);
      this.#seen.set(client, times);
    }
    const oldest = times[0] ?? now;
    return {
      allowed,
      limit,
      remaining: limit - times.length,
      reset: Math.max(1, Math.ceil((oldest + seconds * 1000 - now) / 1000)),
    };
  }

  /** Forgets clients whose requests all left the window, so that memory follows the clients of one window. */
  #sweep(now: number): void {
    const span = this.#rate.seconds * 1000;
    if (now - this.#sweptAt < span / 10) {
      return;
    }
    this.#sweptAt = now;
    for (const [client, times] of this.#seen) {
      if ((times.at(-1) ?? 0) <= now - span) {
        this.#seen.delete(client);
      }
    }
  }
}

/** Removes the leading times that are not after `limit`. */
function dropUntil(times: number[], limit: number): void {
  let expired = 0;
  while (expired < times.length && (times[expired] ?? 0) <= limit) {
    expired += 1;
  }
  times.splice(0, expired);
}
