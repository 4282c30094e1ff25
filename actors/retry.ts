/** Runs that may end in an error before a job is given up. */
export const maxAttempts = 5;

/** Runs that a crash may cut off before a job is given up: a job that brings the process down must not do so for ever. */
export const maxCrashes = 10;

const firstWait = 500;
const longestWait = 60_000;

/** Milliseconds to wait after the `attempt`-th failed run (1, 2, …): 0.5 s, 1 s, 2 s, … at most a minute. */
export function backOff(attempt: number): number {
  return Math.min(firstWait * 2 ** (attempt - 1), longestWait);
}
