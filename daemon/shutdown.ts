interface Step {
  name: string;
  seconds: number;
  stop: () => Promise<void>;
}

/**
 * What has been started, to be stopped in the reverse order, each part once. A part that fails or takes longer than its
 * limit does not keep the ones before it from stopping.
 */
export class Shutdown {
  #steps: Step[] = [];
  #running: Promise<void> | null = null;
  #begunAt = 0;

  /** Call it as soon as a part is up, so that a start that fails later still stops it. */
  add(name: string, seconds: number, stop: () => Promise<void>): void {
    this.#steps.push({ name, seconds, stop });
  }

  /** Stops everything; later calls share the first one's outcome. @throws {AggregateError} with every failure. */
  run(): Promise<void> {
    if (!this.#running) {
      this.#begunAt = performance.now();
      this.#running = this.#stopAll();
    }
    return this.#running;
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Milliseconds since it began. */
  get elapsed(): number {
    return performance.now() - this.#begunAt;
  }

  async #stopAll(): Promise<void> {
    const failures: Error[] = [];
    for (const step of this.#steps.toReversed()) {
      try {
        await inTime(step);
      } catch (error) {
        failures.push(new Error(`stopping ${step.name} failed`, { cause: error }));
      }
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, failures.map((failure) => failure.message).join(', '));
    }
  }
}

async function inTime({ name, seconds, stop }: Step): Promise<void> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`${name} did not stop within ${seconds} s`));
  }, seconds * 1000);
  try {
    await Promise.race([stop(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
