/** Line (from 1) of any offset of `text`; LF, CRLF and lone CR end a line. Built once, each question is a search. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + end.length);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + 1;
  };
}

/** The white space before `offset` on its line, or null when something else stands there. */
export function indentBefore(text: string, offset: number): string | null {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(Math.max(0, offset - longestIndent), offset))?.[1] ?? null;
}

/** Longer indents count as none: nobody writes them, and looking back further would cost time on long lines. */
const longestIndent = 200;
