/** Brings wake-ups to the one owner of each key. All else (order, durability, equal messages) is the database's work. */
export interface Mailbox {
  /**
   * From now on every `wake(key)` of any process leads to at least one later `onWake(key)` at one live owner. It never runs
   * twice at the same time for one key.
   * @param onWake must not reject
   */
  start(onWake: (key: string) => Promise<void>): Promise<void>;
  /** To be called after the commit; doubled and lost wake-ups do no harm. */
  wake(key: string): Promise<void>;
  /** Starts nothing more; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/**
 * The mailbox of a single process. A key is ready, running, or both: woken while running, it goes to the end of the line
 * afterwards, so keys with much to do take turns with all others.
 */
export class LocalMailbox implements Mailbox {
  #limit: number;
  #onWake: ((key: string) => Promise<void>) | null = null;
  #ready = new Set<string>();
  #running = new Map<string, Promise<void>>();

  /** @param limit how many keys may run at the same time */
  constructor(limit: number) {
    this.#limit = limit;
  }

  async start(onWake: (key: string) => Promise<void>): Promise<void> {
    this.#onWake = onWake;
    this.#fill();
  }

  async wake(key: string): Promise<void> {
    this.#ready.add(key);
    this.#fill();
  }

  async stop(): Promise<void> {
    this.#onWake = null;
    this.#ready.clear();
    await Promise.all(this.#running.values());
  }

  #fill(): void {
    for (const key of this.#ready) {
      if (!this.#onWake || this.#running.size >= this.#limit) {
        return;
      }
      if (!this.#running.has(key)) {
        this.#ready.delete(key);
        this.#running.set(key, this.#run(key, this.#onWake));
      }
    }
  }

  async #run(key: string, onWake: (key: string) => Promise<void>): Promise<void> {
    try {
      await onWake(key);
    } finally {
      this.#running.delete(key);
      this.#fill();
    }
  }
}
