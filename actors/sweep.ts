/** Calls `work` at once and then every `interval` milliseconds, never twice at the same time. */
export class Sweep {
  #work: () => Promise<void>;
  #interval: number;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param work must not reject */
  constructor(work: () => Promise<void>, interval: number) {
    this.#work = work;
    this.#interval = interval;
  }

  async start(): Promise<void> {
    this.#running = this.#work();
    await this.#running;
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) {
      clearTimeout(this.#timer);
    }
    await this.#running;
  }

  #plan(): void {
    if (this.#stopped) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#running = this.#work().then(() => this.#plan());
    }, this.#interval);
  }
}
