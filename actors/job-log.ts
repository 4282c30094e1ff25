/** What of a running job can be seen while it runs. */
export interface Visible {
  step: string;
  progress: number;
  log: string;
}

const flushEvery = 250;
const longestLog = 200_000;

/** Collects progress and log lines and writes them at most four times a second, in order. */
export class JobLog {
  #visible: Visible;
  #write: (visible: Visible) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param write stores the state; must not reject */
  constructor(initial: Visible, write: (visible: Visible) => Promise<void>) {
    this.#visible = initial;
    this.#write = write;
  }

  /** As it is now, written or not. */
  get visible(): Visible {
    return this.#visible;
  }

  change(changes: Partial<Visible>): void {
    if (this.#closed) {
      return;
    }
    this.#visible = { ...this.#visible, ...changes };
    this.#timer ??= setTimeout(() => this.#flush(), flushEvery);
  }

  addLine(line: string): void {
    const log = this.#visible.log === '' ? line : `${this.#visible.log}\n${line}`;
    this.change({ log: log.length > longestLog ? dropOldest(log) : log });
  }

  /** Takes and writes nothing more. What is not written yet is in `visible`, for the last statement of the job. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) {
      clearTimeout(this.#timer);
    }
    await this.#writing;
  }

  #flush(): void {
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write(this.#visible));
  }
}

function dropOldest(log: string): string {
  const kept = log.slice(-longestLog / 2);
  return `…\n${kept.slice(kept.indexOf('\n') + 1)}`;
}
