import type { ExecutionContext, TestFn } from 'ava';
import type { Mailbox } from '../../actors/mailbox.ts';
import { until } from '../helpers/until.ts';

/** Records which keys run, and lets the test say when each run ends. */
class Witness {
  /** Keys in the order in which their runs began. */
  begun: string[] = [];
  running = new Set<string>();
  most = 0;
  overlaps = 0;
  #ends = new Map<string, () => void>();

  onWake = async (key: string): Promise<void> => {
    this.overlaps += this.running.has(key) ? 1 : 0;
    this.begun.push(key);
    this.running.add(key);
    this.most = Math.max(this.most, this.running.size);
    await new Promise<void>((resolve) => this.#ends.set(key, resolve));
    this.running.delete(key);
  };

  count(key: string): number {
    return this.begun.filter((one) => one === key).length;
  }

  /** Waits until the key runs, and ends that run. */
  async end(key: string): Promise<void> {
    await until(() => this.#ends.has(key));
    const resolve = this.#ends.get(key);
    this.#ends.delete(key);
    resolve?.();
    await until(() => !this.running.has(key) || this.#ends.has(key));
  }

  /** Ends all runs until nothing runs for good. */
  async endAll(): Promise<void> {
    while (this.running.size > 0) {
      for (const key of [...this.running]) {
        await this.end(key);
      }
    }
  }
}

/**
 * Declares what every mailbox has to do.
 * @param open a mailbox that runs up to two keys at the same time
 */
export function mailboxConformance(
  test: TestFn,
  kind: string,
  open: (t: ExecutionContext) => Promise<Mailbox>,
): void {
  async function started(t: ExecutionContext): Promise<{ mailbox: Mailbox; witness: Witness }> {
    const mailbox = await open(t);
    const witness = new Witness();
    await mailbox.start(witness.onWake);
    return { mailbox, witness };
  }

  test(`${kind}: a wake-up arrives`, async (t) => {
    const { mailbox, witness } = await started(t);

    await mailbox.wake('a');

    await until(() => witness.begun.includes('a'));
    await witness.endAll();
    await mailbox.stop();
    t.is(witness.count('a'), 1);
  });

  test(`${kind}: a wake-up from before the start arrives`, async (t) => {
    const mailbox = await open(t);
    const witness = new Witness();
    await mailbox.wake('a');

    await mailbox.start(witness.onWake);

    await until(() => witness.begun.includes('a'));
    await witness.endAll();
    await mailbox.stop();
    t.is(witness.count('a'), 1);
  });

  test(`${kind}: a key never runs twice at the same time, and runs again when it was woken meanwhile`, async (t) => {
    const { mailbox, witness } = await started(t);
    await mailbox.wake('a');
    await until(() => witness.running.has('a'));

    await mailbox.wake('a');
    await mailbox.wake('a');
    await witness.end('a');

    await until(() => witness.count('a') >= 2);
    await witness.endAll();
    await mailbox.stop();
    t.is(witness.overlaps, 0);
  });

  test(`${kind}: keys run side by side, as many as there is room for`, async (t) => {
    const { mailbox, witness } = await started(t);
    for (const key of ['a', 'b', 'c', 'd']) {
      await mailbox.wake(key);
    }
    await until(() => witness.running.size === 2);

    for (const key of ['a', 'b', 'c', 'd']) {
      await witness.end(key);
    }

    await mailbox.stop();
    t.is(witness.most, 2);
    t.deepEqual([...new Set(witness.begun)].sort(), ['a', 'b', 'c', 'd']);
  });

  test(`${kind}: a key that is woken again and again does not keep others waiting`, async (t) => {
    const { mailbox, witness } = await started(t);
    await mailbox.wake('busy');
    await mailbox.wake('other');
    await until(() => witness.running.size === 2);
    await mailbox.wake('patient');

    await mailbox.wake('busy');
    await witness.end('busy');

    await until(() => witness.begun.includes('patient'));
    t.is(witness.count('busy'), 1);
    await witness.endAll();
    await until(() => witness.count('busy') === 2);
    await witness.endAll();
    await mailbox.stop();
  });

  test(`${kind}: stopping waits for what runs and starts nothing more`, async (t) => {
    const { mailbox, witness } = await started(t);
    await mailbox.wake('a');
    await until(() => witness.running.has('a'));
    let isStopped = false;

    const stopped = mailbox.stop().then(() => {
      isStopped = true;
    });
    await mailbox.wake('b');
    t.false(isStopped);
    await witness.end('a');
    await stopped;

    t.deepEqual(witness.begun, ['a']);
    t.is(witness.running.size, 0);
  });
}
