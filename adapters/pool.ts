import { setImmediate as turn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { FormatError } from './adapter.ts';
import { Slots } from './slots.ts';
import { isPacked, packRequest, unpackResult } from './tasks/packing.ts';
import { limitTime } from './time-limit.ts';
import type { Answer, Task, Tasks } from './worker.ts';

/** Larger files are refused before they are copied. */
const maximumBytes = 50 * 1024 * 1024;

export interface PoolOptions {
  /** Files worked on at a time. */
  threads: number;
  /** URLs of plug-in modules; those that export an `adapter` add it to every worker. */
  plugIns?: readonly string[];
  /** Heap of one worker; a file that needs more is refused. */
  memoryMb?: number;
  timeouts?: Partial<PoolTimeouts>;
}

/** How long a task may run, in milliseconds (see `limitTime`); waiting for a free worker does not count. */
export interface PoolTimeouts {
  base: number;
  perMegabyte: number;
  cap: number;
}

type Calls = {
  [Name in keyof Tasks]: (
    request: Parameters<Tasks[Name]>[0],
    options?: CallOptions<Parameters<Tasks[Name]>[0]>,
  ) => Promise<ReturnType<Tasks[Name]>>;
};

interface CallOptions<Request> {
  signal?: AbortSignal;
  /** Gives what is large in the request, once it is its turn: what waits for a worker then takes no memory. */
  complete?: () => Promise<Partial<Request>>;
}

/**
 * Work on files, away from the thread that serves requests. Each call gives what the function of the same name in
 * `tasks/` gives. The caller's bytes are copied. Rejects with FormatError for what the file or the format does not
 * allow, PoolTimeout, or the reason of the caller's signal.
 */
export interface FormatPool extends Calls {
  /** Ends all workers; calls under way are rejected. */
  close(): Promise<void>;
}

/** A file took longer than its size allows. Its worker was ended. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout';
}

export function openPool({ threads, plugIns = [], memoryMb = 512, timeouts }: PoolOptions): FormatPool {
  const limits = { base: 10_000, perMegabyte: 1000, cap: 30_000, ...timeouts };
  const slots = new Slots(threads);
  const workers = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'run',
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    // The young part is what a worker keeps of its own accord: by default four times as much, and no file reads faster.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    workerData: { plugIns },
  });
  // A worker may die of its last task after the answer. Another takes its place; unheard, it would end the process.
  workers.on('error', (error: Error) => process.emitWarning(`a worker ended: ${error.message}`));

  async function call(
    name: keyof Tasks,
    request: object,
    { signal: caller, complete }: CallOptions<object>,
  ): Promise<object> {
    const size = sizeOf(request);
    if (size > maximumBytes) {
      throw new FormatError(`the file has ${size} bytes, ${maximumBytes} are allowed`);
    }
    const answer = await slots.use(async () => {
      const rest = complete ? await complete() : {};
      const packed = await packRequest(exactCopies({ ...request, ...rest }), turn);
      caller?.throwIfAborted();
      const allowed = Math.min(limits.cap, limits.base + (limits.perMegabyte * sizeOf(packed)) / 1_000_000);
      return runTask(workers, { name, request: packed }, Math.ceil(allowed), caller);
    });
    if (!answer.ok) {
      throw new FormatError(answer.reason, answer.line);
    }
    return unpackResult(answer.result, turn);
  }

  function caller<Name extends keyof Tasks>(name: Name): Calls[Name] {
    return ((request: object, options: CallOptions<object> = {}) =>
      call(name, request, options)) as Calls[Name];
  }

  return {
    changes: caller('changes'),
    check: caller('check'),
    create: caller('create'),
    diff: caller('diff'),
    export: caller('export'),
    languages: caller('languages'),
    read: caller('read'),
    replay: caller('replay'),
    sound: caller('sound'),
    update: caller('update'),
    variants: caller('variants'),
    verify: caller('verify'),
    write: caller('write'),
    close: () => workers.destroy(),
  };
}

async function runTask(
  workers: Piscina<Task, Answer>,
  task: Task,
  milliseconds: number,
  caller?: AbortSignal,
): Promise<Answer> {
  const timeout = new AbortController();
  const callOff = limitTime(milliseconds, () => timeout.abort());
  const signal = caller ? AbortSignal.any([timeout.signal, caller]) : timeout.signal;
  try {
    return await workers.run(task, { signal });
  } catch (cause) {
    caller?.throwIfAborted();
    if (timeout.signal.aborted) {
      throw new PoolTimeout(`the file was not done in ${Math.round(milliseconds / 1000)} s of work`, {
        cause,
      });
    }
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new FormatError('the file needs more memory than a file may use', 0, { cause });
    }
    throw cause;
  } finally {
    callOff();
  }
}

/** Bytes of the files in a request, its base file included, and characters of long lists that are packed already. */
function sizeOf(request: object): number {
  let size = 0;
  for (const value of Object.values(request)) {
    if (value instanceof Uint8Array) {
      size += value.byteLength;
    } else if (isPacked(value)) {
      size += value.pieces.reduce((sum, piece) => sum + piece.length, 0);
    }
  }
  const { options } = request as { options?: { template?: Uint8Array | null } };
  return size + (options?.template?.byteLength ?? 0);
}

/** The whole memory behind a view is sent along: each view gets memory of its own, of its own size. */
function exactCopies(request: object): object {
  const copy = Object.entries(request).map(([name, value]) => {
    const isOptions = name === 'options' && typeof value === 'object' && value !== null;
    const own = isOptions ? exactCopies(value) : value;
    return [name, value instanceof Uint8Array ? new Uint8Array(value) : own];
  });
  return Object.fromEntries(copy);
}
