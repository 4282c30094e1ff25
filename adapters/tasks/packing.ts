/**
 * Items per piece: half a millisecond of work. Requests run in between, and with MariaDB or MySQL a save gives up its turn
 * thirty times.
 */
const pieceLength = 50;

/** A long list on its way between threads. */
interface PackedList {
  pieces: string[];
}

/**
 * What travels between the thread that serves requests and a worker. Long lists become pieces of JSON: as objects, 50,000
 * strings would hold a thread up for 150 ms at a time. The first thread makes and reads the pieces one by one, with other work
 * in between (`pause`); the worker does all at once.
 */
export function packResult(result: object): object {
  return atOnce(packing(result));
}

/** As `packResult`. */
export function packRequest(request: object, pause: () => Promise<unknown>): Promise<object> {
  return inPieces(packing(request), pause);
}

/** The result that `packResult` packed. */
export function unpackResult(packed: object, pause: () => Promise<unknown>): Promise<object> {
  return inPieces(unpacking(packed), pause);
}

/** The request that `packRequest` packed. */
export function unpackRequest(packed: object): object {
  return atOnce(unpacking(packed));
}

/** Work that yields wherever it may be interrupted. */
type Work<T> = Generator<undefined, T, undefined>;

function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      return value;
    }
  }
}

async function inPieces<T>(work: Work<T>, pause: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      return value;
    }
    await pause();
  }
}

function* packing(object: object): Work<object> {
  const properties: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    properties.push([name, yield* packValue(value)]);
  }
  return Object.fromEntries(properties);
}

function* packValue(value: unknown): Work<unknown> {
  if (value instanceof Uint8Array) {
    // The whole memory behind a view travels; that of a small Buffer holds other data as well.
    return new Uint8Array(value);
  }
  return Array.isArray(value) && value.length > pieceLength ? yield* split(value) : value;
}

function* split(list: readonly unknown[]): Work<PackedList> {
  const pieces: string[] = [];
  for (let start = 0; start < list.length; start += pieceLength) {
    pieces.push(JSON.stringify(list.slice(start, start + pieceLength)));
    yield;
  }
  return { pieces };
}

function* unpacking(packed: object): Work<object> {
  const properties: [string, unknown][] = [];
  for (const [name, value] of Object.entries(packed)) {
    properties.push([name, isPacked(value) ? yield* join(value) : value]);
  }
  return Object.fromEntries(properties);
}

function* join({ pieces }: PackedList): Work<unknown[]> {
  const list: unknown[] = [];
  for (const piece of pieces) {
    for (const item of JSON.parse(piece) as unknown[]) {
      list.push(item);
    }
    yield;
  }
  return list;
}

/** Whether a value of a packed request or result is a long list. */
export function isPacked(value: unknown): value is PackedList {
  return typeof value === 'object' && value !== null && Array.isArray((value as PackedList).pieces);
}
