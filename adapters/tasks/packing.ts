/** Items per piece: two or three milliseconds of parsing. */
const pieceLength = 250;

/** A long list on its way between threads. */
interface PackedList {
  pieces: string[];
}

/**
 * Makes a result ready for the way to another thread. Its long lists become pieces of JSON: as objects, 50,000 strings
 * would block the receiving thread for 150 ms; pieces it reads one by one, with other work between.
 */
export function packResult(result: object): object {
  const packed = Object.entries(result).map(([name, value]) => [name, packValue(value)]);
  return Object.fromEntries(packed);
}

/** The result that `packResult` packed. `pause` lets other work run. */
export async function unpackResult(packed: object, pause: () => Promise<unknown>): Promise<object> {
  const properties: [string, unknown][] = [];
  for (const [name, value] of Object.entries(packed)) {
    properties.push([name, isPacked(value) ? await unpackList(value, pause) : value]);
  }
  return Object.fromEntries(properties);
}

function packValue(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    // The whole memory behind a view travels; that of a small Buffer holds other data as well.
    return new Uint8Array(value);
  }
  if (!Array.isArray(value) || value.length <= pieceLength) {
    return value;
  }
  const pieces: string[] = [];
  for (let start = 0; start < value.length; start += pieceLength) {
    pieces.push(JSON.stringify(value.slice(start, start + pieceLength)));
  }
  return { pieces } satisfies PackedList;
}

async function unpackList({ pieces }: PackedList, pause: () => Promise<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const piece of pieces) {
    for (const item of JSON.parse(piece) as unknown[]) {
      list.push(item);
    }
    await pause();
  }
  return list;
}

function isPacked(value: unknown): value is PackedList {
  return typeof value === 'object' && value !== null && Array.isArray((value as PackedList).pieces);
}
