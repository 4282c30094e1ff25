const lineEnd = /\r\n|\n|\r/;

/** The lines of a file, for comparing: UTF-16 decoded, all else byte for character. */
export function linesOf(bytes: Uint8Array): string[] {
  return textOf(bytes).split(lineEnd);
}

/**
 * First and last line of `before` that differ in `after`; null when none does. Lines that match `ignored` do not
 * count. Lines that were put between two lines count as part of the one before them.
 */
export function changedLines(
  before: Uint8Array,
  after: Uint8Array,
  ignored?: RegExp,
): { from: number; to: number } | null {
  const [old, current] = [before, after].map((bytes) =>
    linesOf(bytes)
      .map((text, index) => ({ text, number: index + 1 }))
      .filter(({ text }) => !ignored?.test(text)),
  ) as [NumberedLine[], NumberedLine[]];
  const isSame = (a?: NumberedLine, b?: NumberedLine) => a !== undefined && a.text === b?.text;
  let head = 0;
  while (isSame(old[head], current[head])) {
    head += 1;
  }
  let tail = 0;
  while (
    tail < Math.min(old.length, current.length) - head &&
    isSame(old.at(-1 - tail), current.at(-1 - tail))
  ) {
    tail += 1;
  }
  if (head === old.length && head === current.length) {
    return null;
  }
  const to = old[old.length - tail - 1]?.number ?? 1;
  return { from: Math.min(old[head]?.number ?? to, to), to };
}

interface NumberedLine {
  text: string;
  number: number;
}

function textOf(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be', { ignoreBOM: true }).decode(bytes);
  }
  return Buffer.from(bytes).toString('latin1');
}
