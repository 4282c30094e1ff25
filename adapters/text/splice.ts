/** Replacement of `[start, end)` by `text`; `start === end` inserts. Offsets are UTF-16 units of the original text. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * `text` with all splices done at once. Insertions at one place keep their order in the list.
 * @throws {Error} when two replaced spans overlap: a bug of the adapter, never of the file.
 */
export function splice(text: string, splices: readonly Splice[]): string {
  const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text: replacement } of ordered) {
    if (start < position || end < start) {
      throw new Error(`overlapping splices at offset ${start}`);
    }
    parts.push(text.slice(position, start), replacement);
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
