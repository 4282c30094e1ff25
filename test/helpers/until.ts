import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `holds` gives something that counts as true, and gives that. Fails after half a minute. */
export async function until<T>(holds: () => T | PromiseLike<T>): Promise<NonNullable<T>> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await holds();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error('What the test waits for has not come true in 30 seconds.');
    }
    await delay(10);
  }
}
